import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from './copy-text.js'

interface CopyIdProps {
  readonly label: string
  readonly value: string
  /** What a press does, shown when the pointer rests. */
  readonly copyLabel: string
}

/** The id of a request, which a press copies. */
export function CopyId({ label, value, copyLabel }: CopyIdProps) {
  const [isDone, setDone] = useState(false)
  const Icon = isDone ? Check : Copy
  return (
    <button
      type="button"
      data-tooltip={copyLabel}
      onClick={() => void copyText(value).then(setDone)}
      className="inline-flex items-center gap-1.5 self-center rounded-control px-2 py-1 text-small hover:underline"
    >
      {label} <span className="font-mono">{value}</span>
      <Icon size={12} aria-hidden="true" />
    </button>
  )
}
