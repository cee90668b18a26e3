import { ArrowUpRight } from 'lucide-react'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { MarkedText } from '../marked-text.js'
import { RecordLink } from '../record-link.js'

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
      <ArrowUpRight size={12} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="truncate">
        <MarkedText text={title} search={search} />
      </span>
    </RecordLink>
  )
}
