import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import type { ShowProps } from '../show-props.js'

const LongText = lazyPart(() => import('../text/long-text.js'))

const longestLine = 300
const longestBlock = 1_000

/** Source code: one line in a table, a block on a page. */
export function ShowCode({ value, field, isInTable }: ShowProps) {
  const text = String(value)
  if (isInTable) return <code className="truncate text-small">{text.slice(0, longestLine)}</code>
  if (text.length > longestBlock) {
    return (
      <Suspense fallback={null}>
        <LongText text={text} label={field.label} isCode />
      </Suspense>
    )
  }
  return (
    <pre className="max-h-80 overflow-auto rounded-control bg-sunken p-2 font-mono text-small">
      {text}
    </pre>
  )
}
