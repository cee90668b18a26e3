import { ArrowUpRight, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Approval, isOpen } from '../../core/approvals/approval.js'
import { mostShownRecords } from '../../core/approvals/approval-records.js'
import { chooseFacts } from '../../core/record/record-facts.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { type ApprovalRecord, useApprovalRecords } from '../../data/use-approval-records.js'
import { Button } from '../../ui/button.js'
import { Skeleton } from '../../ui/skeleton.js'
import { RecordLink } from '../../widgets/record-link.js'
import { ShowField } from '../../widgets/show-value.js'
import { DetailSection } from './detail-section.js'

interface ApprovalRecordsProps {
  readonly approval: Approval
  readonly collections: Collections
  readonly collection: CollectionModel | undefined
  readonly hasAuditTrail: boolean
  readonly subject: string
}

/** The records that a request is about, by their titles and with what they are like now. */
export function ApprovalRecords(props: ApprovalRecordsProps) {
  const { approval, collections, collection, hasAuditTrail, subject } = props
  const t = useTranslations('approvals')
  const { data, error, isLoading, refetch } = useApprovalRecords(approval, {
    collections,
    collection,
    hasAuditTrail,
  })
  const { recordIds, collectionName } = approval
  const label = collection?.label ?? collectionName
  if (recordIds.length === 0) {
    return (
      <DetailSection title={t('sections.on')}>
        <p>{t('global', { collection: label })}</p>
      </DetailSection>
    )
  }
  const shown = recordIds.slice(0, mostShownRecords)
  const found = new Map(data?.map(each => [each.record.id, each]))
  const mayRead = collection?.rights.browse === true
  return (
    <DetailSection title={`${t('sections.on')} ${subject}`}>
      {mayRead ? null : <p className="mb-2 text-muted">{t('noRight', { collection: label })}</p>}
      {error ? (
        <p role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-warning">
          {t('notRead')}
          <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
        </p>
      ) : null}
      <ul className="flex flex-col">
        {shown.map(id => {
          const each = found.get(id)
          return (
            <li key={id} className="min-h-9 border-b border-line/60 py-2">
              {isLoading ? (
                <Skeleton width="45%" />
              ) : each && collection ? (
                <ShownRecord
                  {...each}
                  approval={approval}
                  collection={collection}
                  collections={collections}
                />
              ) : data ? (
                <span className="text-muted">{t('gone', { id })}</span>
              ) : (
                id
              )}
            </li>
          )
        })}
      </ul>
      {recordIds.length > shown.length ? (
        <p className="pt-2 text-muted">
          {t('moreRecords', { count: recordIds.length - shown.length })}
        </p>
      ) : null}
    </DetailSection>
  )
}

interface ShownRecordProps extends ApprovalRecord {
  readonly approval: Approval
  readonly collection: CollectionModel
  readonly collections: Collections
}

function ShownRecord(props: ShownRecordProps) {
  const { record, isChanged, approval, collection, collections } = props
  const t = useTranslations('approvals')
  const { status, facts } = chooseFacts(collection)
  const fields = [...(status ? [status] : []), ...facts]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <RecordLink
        collection={collection.name}
        id={record.id}
        className="inline-flex min-w-0 items-center gap-1 font-medium hover:text-accent"
      >
        <ArrowUpRight size={12} aria-hidden="true" className="shrink-0 text-faint" />
        <span className="truncate">{getRecordTitle(record, collection)}</span>
      </RecordLink>
      {fields.map(field => (
        <span key={field.name} className="flex min-w-0 items-center gap-1.5">
          <span className="text-small text-muted">{field.label}</span>
          <span className="flex min-w-0">
            <ShowField record={record} field={field} collections={collections} isInTable />
          </span>
        </span>
      ))}
      {isChanged && isOpen(approval) ? (
        <span className="inline-flex items-center gap-1 text-warning">
          <TriangleAlert size={12} aria-hidden="true" className="shrink-0 self-center" />
          {t('changed')}
        </span>
      ) : null}
    </div>
  )
}
