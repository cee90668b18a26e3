import type { PanelRecord } from '../../core/record/panel-record.js'
import { plainIcon } from '../../ui/plain-icon.js'
import { markText } from '../mark-text.js'
import { RecordLink } from '../record-link.js'

const arrow = plainIcon('M7 7h10v10M7 17 17 7', 12, 'shrink-0 text-faint')

/** A related record, by its title. */
export function ShowRelated({
  record,
  title,
  search,
}: {
  readonly record: PanelRecord
  readonly title: string
  readonly search?: string | undefined
}) {
  return (
    <RecordLink
      collection={record.collection}
      id={record.id}
      className="inline-flex min-w-0 items-center gap-1 hover:text-accent"
    >
      {arrow}
      <span className="truncate">{markText(title, search)}</span>
    </RecordLink>
  )
}
