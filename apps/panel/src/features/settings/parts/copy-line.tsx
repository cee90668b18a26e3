import { CopyButton } from '../../../widgets/copy-button.js'

interface CopyLineProps {
  readonly label: string
  readonly value: string
  readonly help?: string
}

/** A value to take elsewhere, with a button that copies it. */
export function CopyLine({ label, value, help }: CopyLineProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-small font-medium text-muted">{label}</p>
      <div className="flex flex-wrap items-center gap-1">
        <code className="min-w-0 flex-1 basis-48 rounded-control border border-line bg-sunken px-2 py-1 font-mono text-small wrap-anywhere select-all">
          {value}
        </code>
        <CopyButton getText={() => value} />
      </div>
      {help ? <p className="text-small text-muted">{help}</p> : null}
    </div>
  )
}
