import { stringifyExactJson } from '@service/base'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import { markText } from '../mark-text.js'
import type { ShowProps } from '../show-props.js'

const LongText = lazyPart(() => import('./long-text.js'))

/** As much of a text as a line of a table can show. */
const longestLine = 300
/** Longer texts are opened by a button. */
const longestParagraph = 1_500

/** Text, with what was searched for marked. */
export function ShowText({ value, field, isInTable, search }: ShowProps) {
  const text = typeof value === 'string' ? value : (stringifyExactJson(value) ?? '')
  if (isInTable) {
    const line = text.slice(0, longestLine)
    return (
      <span className="truncate" data-tooltip="">
        {markText(line, search)}
      </span>
    )
  }
  if (text.length > longestParagraph) {
    return (
      <Suspense fallback={text.slice(0, longestLine)}>
        <LongText text={text} label={field.label} />
      </Suspense>
    )
  }
  return <span className="break-words whitespace-pre-wrap">{markText(text, search)}</span>
}
