import type { PanelRecord } from '../../core/record/panel-record.js'
import { markText } from '../mark-text.js'
import { RecordLink } from '../record-link.js'

/** Plain elements: in a table there are many, and a component for each takes longer. */
const arrow = (
  <svg
    width={12}
    height={12}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="shrink-0 text-faint"
  >
    <path d="M7 7h10v10M7 17 17 7" />
  </svg>
)

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
