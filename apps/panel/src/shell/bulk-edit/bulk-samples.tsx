import type { BulkUpdatePreview } from '@service/protocol'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BulkChanges } from '../../core/bulk-edit/bulk-update.js'
import type { RelatedChoice } from '../../core/record/record-title.js'
import type { CollectionModel, FieldModel } from '../../core/schema/collection-model.js'
import { ShowField } from '../../widgets/show-value.js'

interface BulkSamplesProps {
  readonly preview: BulkUpdatePreview
  readonly collection: CollectionModel
  readonly changes: BulkChanges
  readonly getTitle: (id: string) => string | undefined
}

const noCollections = new Map()

/** What the dry run says: how many records change, and some of them before and after. */
export function BulkSamples({ preview, collection, changes, getTitle }: BulkSamplesProps) {
  const t = useTranslations('bulkEdit')
  const { count, samples } = preview
  const fields = Object.keys(changes).map(name => collection.fields.get(name)!)
  return (
    <>
      <p className="font-medium" role="status">
        {t('willChange', { count })}
      </p>
      {samples.length < count ? (
        <p className="text-small text-muted">{t('samples', { count: samples.length })}</p>
      ) : null}
      <ul className="flex flex-col gap-2">
        {samples.map(({ id, before }) => (
          <li key={id} className="rounded-card border border-line px-3 py-2">
            <p className="truncate font-medium">{getTitle(id) ?? id}</p>
            {fields.map(field => (
              <p key={field.name} className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="text-small text-muted">{field.label}</span>
                <span className="min-w-0 max-w-full truncate">
                  <SampleValue field={field} id={id} value={before[field.name]} />
                </span>
                <ArrowRight size={12} aria-label={t('becomes')} className="shrink-0 text-faint" />
                <span className="min-w-0 max-w-full truncate font-medium">
                  <SampleValue field={field} id={id} value={changes[field.name]} />
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )

  function SampleValue({ field, id, value }: SampleValueProps) {
    if (field.kind === 'to-one' && value) {
      const { title, id: related } = value as Partial<RelatedChoice>
      return title ?? related
    }
    const values = field.kind === 'column' ? { [field.name]: value } : {}
    const record = { id, collection: collection.name, values, related: {} }
    return <ShowField record={record} field={field} collections={noCollections} isInTable isPlain />
  }
}

interface SampleValueProps {
  readonly field: FieldModel
  readonly id: string
  readonly value: unknown
}
