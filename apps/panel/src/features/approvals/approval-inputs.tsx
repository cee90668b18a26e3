import type { PanelAction } from '@service/protocol'
import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Approval } from '../../core/approvals/approval.js'
import { listInputs, type ShownInput } from '../../core/approvals/list-inputs.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { useRecordTitle } from '../../data/use-record-title.js'
import { RecordLink } from '../../widgets/record-link.js'
import { ShowField } from '../../widgets/show-value.js'
import { DetailSection } from './detail-section.js'

interface ApprovalInputsProps {
  readonly approval: Approval
  readonly action: PanelAction | undefined
  readonly collections: Collections
}

/** The form values that the action runs with. */
export function ApprovalInputs({ approval, action, collections }: ApprovalInputsProps) {
  const t = useTranslations('approvals')
  const inputs = listInputs(approval, action, collections.keys())
  return (
    <DetailSection title={t('sections.with')}>
      {inputs.length === 0 ? (
        <p className="text-muted">{t('noValues')}</p>
      ) : (
        <dl className="flex flex-col">
          {inputs.map(input => (
            <div
              key={input.field.name}
              className="flex min-h-9 min-w-0 items-baseline gap-3 border-b border-line/60 py-2"
            >
              <dt className="w-32 shrink-0 truncate text-muted" data-tooltip={input.field.label}>
                {input.field.label}
              </dt>
              <dd className="min-w-0 flex-1 wrap-anywhere">
                <InputValue input={input} collections={collections} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </DetailSection>
  )
}

interface InputValueProps {
  readonly input: ShownInput
  readonly collections: Collections
}

function InputValue({ input, collections }: InputValueProps) {
  const { field, record, related } = input
  const target = related && collections.get(related.collection)
  const title = useRecordTitle(target, related?.id)
  if (!related || !target) {
    return <ShowField record={record} field={field} collections={collections} isInTable={false} />
  }
  return (
    <RecordLink
      collection={related.collection}
      id={related.id}
      className="inline-flex min-w-0 items-center gap-1 hover:text-accent"
    >
      <ArrowUpRight size={12} aria-hidden="true" className="shrink-0 text-faint" />
      {title ?? related.id}
    </RecordLink>
  )
}
