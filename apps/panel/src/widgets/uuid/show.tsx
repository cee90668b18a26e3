import type { ShowProps } from '../show-props.js'

/** The first part of a long id; the whole of it on a record's page. */
export function ShowUuid({ value, isInTable }: ShowProps) {
  const text = String(value)
  return (
    <span className="truncate font-mono text-small" data-tooltip={text}>
      {isInTable ? `${text.slice(0, 8)}…` : text}
    </span>
  )
}
