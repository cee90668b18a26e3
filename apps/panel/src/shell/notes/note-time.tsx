import { useLocale } from 'use-intl'
import { formatDate, formatRelative } from '../../core/text/format-date.js'
import { usePlace } from '../../data/place-context.js'

/** How long ago something was written, the moment itself when the pointer rests on it. */
export function NoteTime({ instant }: { readonly instant: string }) {
  const { timezone } = usePlace()
  const language = useLocale()
  return (
    <time
      dateTime={instant}
      data-tooltip={formatDate(instant, { zone: timezone, language })}
      className="shrink-0 text-small text-muted"
    >
      {formatRelative(instant, new Date(), language)}
    </time>
  )
}
