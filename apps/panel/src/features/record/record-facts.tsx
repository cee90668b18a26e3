import { useLocale, useTranslations } from 'use-intl'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { chooseFacts } from '../../core/record/record-facts.js'
import { getValueAt } from '../../core/record/record-title.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { formatRelative, formatUtc } from '../../core/text/format-date.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ShowField } from '../../widgets/show-value.js'

interface RecordFactsProps {
  /** Undefined while it is being read: its line keeps its height. */
  readonly record: PanelRecord | undefined
  readonly collection: CollectionModel
  readonly collections: Collections
}

const line = 'flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 pb-2'

/** The line below the title: what people look for first, and when the record was changed last. */
export function RecordFacts({ record, collection, collections }: RecordFactsProps) {
  const t = useTranslations('record')
  const language = useLocale()
  const { facts, updatedAt } = chooseFacts(collection)
  if (!record) {
    return facts.length > 0 || updatedAt ? (
      <div className={line}>
        <Skeleton width="40%" />
      </div>
    ) : null
  }
  const shown = facts.filter(({ name }) => getValueAt(record, name) !== null)
  const changed = updatedAt && record.values[updatedAt.name]
  if (shown.length === 0 && typeof changed !== 'string') return null
  return (
    <dl className={line}>
      {shown.map(field => (
        <div key={field.name} className="flex min-w-0 items-baseline gap-1.5">
          <dt className="text-small text-muted">{field.label}</dt>
          <dd className="max-w-72 min-w-0 truncate">
            <ShowField record={record} field={field} collections={collections} isInTable />
          </dd>
        </div>
      ))}
      {typeof changed === 'string' ? (
        <div className="flex items-baseline gap-1.5 text-muted">
          <dt className="text-small">{t('updated')}</dt>
          <dd>
            <time dateTime={changed} data-tooltip={formatUtc(changed)}>
              {formatRelative(changed, new Date(), language)}
            </time>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
