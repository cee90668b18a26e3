import { useTranslations } from 'use-intl'
import type { Approval } from '../../core/approvals/approval.js'
import { usePlace } from '../../data/place-context.js'
import { useMoments } from './use-moments.js'
import { usePersonNames } from './use-person-names.js'

/** Says who decided what and what came of it; nothing while a request waits for a decision. */
export function useStory(): (approval: Approval) => string | undefined {
  const t = useTranslations('approvals')
  const { boot } = usePlace()
  const namePerson = usePersonNames()
  const formatMoment = useMoments()
  return ({ status, decidedBy, decidedAt, expiresAt }) => {
    if (status === 'pending') return undefined
    return t(`story.${status}`, {
      who: decidedBy?.id === boot.user.id ? 'you' : 'other',
      name: namePerson(decidedBy),
      when: formatMoment(status === 'expired' ? expiresAt : (decidedAt ?? expiresAt)),
    })
  }
}
