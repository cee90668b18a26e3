import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.js'
import { CopyId } from './copy-id.js'

interface ErrorBoxProps {
  readonly title: string
  readonly message: string
  /** Which rule refused the request. */
  readonly rule?: ReactNode
  readonly requestId?:
    | { readonly label: string; readonly value: string; readonly copyLabel: string }
    | undefined
  readonly retry?: { readonly label: string; readonly run: () => void } | undefined
  readonly children?: ReactNode
}

/** What happened, what to do, and the request id for whoever looks into it. */
export function ErrorBox({ title, message, rule, requestId, retry, children }: ErrorBoxProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-[520px] flex-col items-center gap-2 px-4 py-16 text-center"
    >
      <span className="mb-1 flex size-10 items-center justify-center rounded-card bg-danger-bg text-danger">
        <CircleAlert size={18} aria-hidden="true" />
      </span>
      <p className="text-form font-medium">{title}</p>
      <p className="text-muted">{message}</p>
      {rule}
      <div className="mt-2 flex gap-2">
        {retry ? <Button onClick={retry.run}>{retry.label}</Button> : null}
        {children}
      </div>
      {requestId ? (
        <div className="mt-2 text-muted">
          <CopyId {...requestId} />
        </div>
      ) : null}
    </div>
  )
}
