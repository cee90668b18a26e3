import { stringifyExactJson } from '@service/base'
import { isDocument } from '@service/datasource-toolkit'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../ui/lazy-part.js'
import type { ShowProps } from '../show-props.js'

const JsonView = lazyPart(() => import('./json-view.js'))

/** JSON: its size in a table, a small table or a tree on a page. */
export function ShowJson({ value, field, isInTable }: ShowProps) {
  const t = useTranslations('values')
  if (!Array.isArray(value) && !isDocument(value)) {
    const text = stringifyExactJson(value) ?? ''
    return <code className="truncate text-small">{text.slice(0, isInTable ? 300 : 5_000)}</code>
  }
  const isList = Array.isArray(value)
  const count = Object.keys(value).length
  if (isInTable || count === 0) {
    const size = count === 0 ? '' : `…${count}`
    return (
      <span className="font-mono text-small text-muted">
        <span aria-hidden="true">{isList ? `[${size}]` : `{${size}}`}</span>
        <span className="sr-only">{t(isList ? 'listSize' : 'objectSize', { count })}</span>
      </span>
    )
  }
  return (
    <Suspense fallback={null}>
      <JsonView value={value} label={field.label} />
    </Suspense>
  )
}

const mostItems = 50

/** Values in a row; the first ones where there are many. */
export function ShowList({ value, isInTable }: ShowProps) {
  const t = useTranslations('values')
  const values = Array.isArray(value) ? value : [value]
  const text = values
    .slice(0, mostItems)
    .map(each => (typeof each === 'string' ? each.slice(0, 300) : stringifyExactJson(each)))
    .join(', ')
  const more = values.length - mostItems
  return (
    <span
      className={isInTable ? 'truncate' : 'break-words'}
      data-tooltip={isInTable ? '' : undefined}
    >
      {text}
      {more > 0 ? <span className="text-muted"> … {t('moreItems', { count: more })}</span> : null}
    </span>
  )
}
