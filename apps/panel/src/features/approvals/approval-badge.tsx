import { useTranslations } from 'use-intl'
import type { ApprovalStatus } from '../../core/approvals/approval.js'
import { Badge, type BadgeTone } from '../../ui/badge.js'

const tones: Readonly<Record<ApprovalStatus, BadgeTone>> = {
  pending: 'warning',
  approved: 'info',
  claimed: 'info',
  executed: 'success',
  failed: 'danger',
  rejected: 'danger',
  cancelled: 'hue-0',
  expired: 'hue-0',
}

/** In which state a request is, in words. */
export function ApprovalBadge({ status }: { readonly status: ApprovalStatus }) {
  const t = useTranslations('approvals')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
