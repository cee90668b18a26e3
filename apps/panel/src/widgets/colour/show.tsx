import type { ShowProps } from '../show-props.js'

export function ShowColour({ value }: ShowProps) {
  const text = String(value)
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span
        aria-hidden="true"
        className="size-3 shrink-0 rounded-[3px] border border-line-strong"
        style={{ backgroundColor: text }}
      />
      <span className="truncate font-mono text-small">{text}</span>
    </span>
  )
}
