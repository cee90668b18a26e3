import { FileX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type {
  CollectionModel,
  Collections,
  FieldModel,
  Section,
} from '../../core/schema/collection-model.js'
import { ApiError } from '../../data/api-error.js'
import { type RecordSource, useRecord } from '../../data/use-record.js'
import { useRelatedCounts } from '../../data/use-related-counts.js'
import { Empty } from '../../ui/empty.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ShowField } from '../../widgets/show-value.js'
import { ErrorView } from '../error-view.js'

/** The fields of a record in their sections, and how many related records there are. */
export function RecordDetails(source: RecordSource) {
  const { collections, collection, id } = source
  const t = useTranslations('record')
  const { data, error, isPlaceholderData, refetch } = useRecord(source)
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty
        icon={<FileX size={18} aria-hidden="true" />}
        title={t('missing')}
        hint={t('missingHint')}
      />
    )
  }
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailsSkeleton />
  return (
    <div className="flex flex-col gap-6">
      {collection.detailSections.map((section, index) => (
        <DetailsSection
          key={section.label ?? index}
          section={section}
          record={data}
          collection={collection}
          collections={collections}
          isPartial={isPlaceholderData}
        />
      ))}
      <Related collections={collections} collection={collection} id={id} />
    </div>
  )
}

interface DetailsSectionProps {
  readonly section: Section
  readonly record: PanelRecord
  readonly collection: CollectionModel
  readonly collections: Collections
  /** Only what the list knew is there yet. */
  readonly isPartial: boolean
}

function DetailsSection(props: DetailsSectionProps) {
  const { section, record, collection, collections, isPartial } = props
  const t = useTranslations('record')
  const fields = section.fields.flatMap(name => collection.fields.get(name) ?? [])
  const empty = isPartial ? [] : fields.filter(field => isEmpty(record, field))
  const shown = fields.filter(field => !empty.includes(field))
  return (
    <section>
      {section.label ? <h3 className="mb-2 text-section font-semibold">{section.label}</h3> : null}
      <dl className="flex flex-col">
        {shown.map(field => (
          <div key={field.name} className="flex min-h-8 items-baseline gap-3 py-1.5">
            <dt className="w-32 shrink-0 truncate text-muted" title={field.help}>
              {field.label}
            </dt>
            <dd className="min-w-0 flex-1">
              {isPartial && isUnknown(record, field) ? (
                <Skeleton width="40%" />
              ) : (
                <ShowField
                  record={record}
                  field={field}
                  collections={collections}
                  isInTable={false}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {empty.length > 0 ? (
        <p className="mt-2 text-small text-faint">
          {t('emptyFields', { names: empty.map(({ label }) => label).join(', ') })}
        </p>
      ) : null}
    </section>
  )
}

function Related({ collections, collection, id }: Omit<RecordSource, 'known'>) {
  const t = useTranslations('record')
  const relations = collection.related.map(({ relation }) => relation)
  const counts = useRelatedCounts(collection.name, id, relations)
  if (relations.length === 0) return null
  return (
    <section aria-label={t('related')}>
      <h3 className="mb-2 text-small font-medium text-muted">{t('related')}</h3>
      <ul className="flex flex-wrap gap-2">
        {relations.map((relation, index) => {
          const field = collection.fields.get(relation)
          const target = collections.get(field?.target ?? '')
          return (
            <li
              key={relation}
              title={target?.label}
              className="flex h-7 items-center gap-2 rounded-control border border-line px-2"
            >
              {field?.label ?? relation}
              <span className="text-muted tabular-nums">{counts[index] ?? '…'}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function DetailsSkeleton() {
  return (
    <div className="flex flex-col gap-5 py-2">
      {['70%', '55%', '62%', '48%', '66%', '51%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

function isUnknown(record: PanelRecord, { kind, name }: FieldModel): boolean {
  return !Object.hasOwn(kind === 'to-one' ? record.related : record.values, name)
}

function isEmpty(record: PanelRecord, { kind, name }: FieldModel): boolean {
  const value = kind === 'to-one' ? record.related[name] : record.values[name]
  return value === null || value === undefined || value === ''
}
