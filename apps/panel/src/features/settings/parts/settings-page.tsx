import type { ReactNode } from 'react'

interface SettingsPageProps {
  readonly title: string
  /** One sentence about what is set here. */
  readonly hint?: ReactNode
  /** Buttons beside the title. */
  readonly buttons?: ReactNode
  /** Whether it takes the whole width, as tables do. Default: as wide as text is read well. */
  readonly isWide?: boolean
  readonly children?: ReactNode
}

/** The frame of every area of the settings: its title, what it is about, its buttons, and what it has. */
export function SettingsPage({
  title,
  hint,
  buttons,
  isWide = false,
  children,
}: SettingsPageProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div
        className={`mx-auto px-6 py-5 max-sm:px-3 ${isWide ? 'max-w-[1400px]' : 'max-w-[840px]'}`}
      >
        <header className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <h1 className="text-title font-semibold">{title}</h1>
            {hint ? <p className="mt-1 text-muted">{hint}</p> : null}
          </div>
          {buttons ? <div className="flex flex-wrap gap-2">{buttons}</div> : null}
        </header>
        {children}
      </div>
    </div>
  )
}
