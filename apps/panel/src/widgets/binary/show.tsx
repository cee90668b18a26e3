import { useLocale } from 'use-intl'
import { readFileValue } from '../../core/forms/file-value.js'
import { formatSize } from '../../core/text/format-number.js'
import { ShowFile } from '../file/show.js'
import type { ShowProps } from '../show-props.js'

const longestHex = 64

/** Bytes: in a table their size, on a page also what they look like. */
export function ShowBinary(props: ShowProps) {
  const language = useLocale()
  const text = String(props.value)
  if (readFileValue(text)) return <ShowFile {...props} />
  const isShort = text.length <= longestHex
  return (
    <span className="truncate font-mono text-small">
      {isShort ? text : `${text.slice(0, longestHex)}…`}
      {isShort ? null : (
        <span className="ml-2 font-sans text-muted">{formatSize(text.length / 2, language)}</span>
      )}
    </span>
  )
}
