import type { ReactNode } from 'react'

interface EmptyProps {
  readonly icon: ReactNode
  readonly title: string
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

/** Says why there is nothing here and offers the next step. */
export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-16 text-center">
      <span className="mb-1 flex size-10 items-center justify-center rounded-card border border-line bg-surface text-faint">
        {icon}
      </span>
      <p className="text-form font-medium">{title}</p>
      {hint ? <p className="max-w-96 text-muted">{hint}</p> : null}
      {children ? (
        <div className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-2">{children}</div>
      ) : null}
    </div>
  )
}
