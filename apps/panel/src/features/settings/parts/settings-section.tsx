import { type ReactNode, useId } from 'react'

interface SettingsSectionProps {
  readonly title: string
  readonly hint?: ReactNode
  /** Buttons beside the title. */
  readonly buttons?: ReactNode
  readonly children?: ReactNode
}

/** A part of an area with a heading of its own. */
export function SettingsSection({ title, hint, buttons, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-8">
      <header className="mb-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="text-section font-semibold">
            {title}
          </h2>
          {hint ? <p className="mt-0.5 text-muted">{hint}</p> : null}
        </div>
        {buttons ? <div className="flex flex-wrap gap-2">{buttons}</div> : null}
      </header>
      {children}
    </section>
  )
}
