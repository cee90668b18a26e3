import { stringifyExactJson } from '@service/base'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { redacted } from '../../core/timeline/build-event.js'
import { ShowField } from '../../widgets/show-value.js'
import { findLabel } from './find-label.js'

interface ShownChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

interface ChangeListProps {
  readonly changes: readonly ShownChange[]
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  readonly record: PanelRecord | undefined
}

/** Fields with the values that they had and got, each as the record shows it. */
export function ChangeList({ changes, ...subject }: ChangeListProps) {
  const t = useTranslations('timeline')
  const { collection } = subject
  return (
    <dl className="flex min-w-0 flex-col gap-1">
      {changes.map(({ field, from, to }) => (
        <div key={field} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <dt className="text-small text-muted">{findLabel(collection, field)}</dt>
          <dd className="flex min-w-0 flex-1 basis-40 flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
            <span className="sr-only">{t('from')}</span>
            <span className="max-w-full min-w-0 truncate text-muted">
              <Value field={field} value={from} {...subject} />
            </span>
            <ArrowRight size={12} aria-hidden="true" className="shrink-0 self-center text-faint" />
            <span className="sr-only">{t('to')}</span>
            <span className="max-w-full min-w-0 truncate">
              <Value field={field} value={to} {...subject} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ValueProps extends Omit<ChangeListProps, 'changes'> {
  readonly field: string
  readonly value: unknown
}

function Value({ field: name, value, collections, collection, id, record }: ValueProps) {
  const t = useTranslations('timeline')
  const field = collection.fields.get(name)
  if (value === redacted) return <em>{t('notStored')}</em>
  if (field?.kind !== 'column') return <PlainValue value={value} />
  // Other fields count too: an amount is shown in the currency of its record.
  const values = { ...record?.values, [name]: value }
  return (
    <ShowField
      record={{ id, collection: collection.name, values, related: {} }}
      field={field}
      collections={collections}
      isInTable
      isPlain
    />
  )
}

function PlainValue({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <span>–</span>
  return <span>{typeof value === 'string' ? value : (stringifyExactJson(value) ?? '')}</span>
}
