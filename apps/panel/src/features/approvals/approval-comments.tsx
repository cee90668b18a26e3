import { useTranslations } from 'use-intl'
import type { Approval } from '../../core/approvals/approval.js'
import { DetailSection } from './detail-section.js'
import { useMoments } from './use-moments.js'
import { usePersonNames } from './use-person-names.js'

/** What people wrote about a request, the oldest first. */
export function ApprovalComments({ approval: { comments } }: { readonly approval: Approval }) {
  const t = useTranslations('approvals')
  const namePerson = usePersonNames()
  const formatMoment = useMoments()
  if (comments.length === 0) return null
  return (
    <DetailSection title={t('sections.comments')}>
      <ul className="flex flex-col gap-3">
        {comments.map(({ id, user, comment, createdAt }) => (
          <li key={id}>
            <p className="text-small text-muted">
              <span className="font-medium text-text">{namePerson(user)}</span> ·{' '}
              {formatMoment(createdAt)}
            </p>
            <p className="break-words whitespace-pre-wrap">{comment}</p>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
