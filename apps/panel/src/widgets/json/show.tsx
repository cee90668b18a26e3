import { useTranslations } from 'use-intl'
import type { ShowProps } from '../show-props.js'

const longest = 20_000

export function ShowJson({ value, isInTable }: ShowProps) {
  const t = useTranslations('values')
  if (isInTable) {
    const isList = Array.isArray(value)
    const count =
      typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
    if (count === undefined)
      return <code className="truncate text-small">{JSON.stringify(value)}</code>
    return (
      <span className="font-mono text-small text-muted">
        <span aria-hidden="true">{isList ? `[…${count}]` : `{…${count}}`}</span>
        <span className="sr-only">{t(isList ? 'listSize' : 'objectSize', { count })}</span>
      </span>
    )
  }
  return (
    <pre className="max-h-80 overflow-auto rounded-control bg-sunken p-2 font-mono text-small">
      {JSON.stringify(value, null, 2).slice(0, longest)}
    </pre>
  )
}

export function ShowList({ value }: ShowProps) {
  const values = Array.isArray(value) ? value : [value]
  const text = values
    .map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
    .join(', ')
  return (
    <span className="truncate" title={text}>
      {text}
    </span>
  )
}
