import { clsx } from 'clsx'
import { BadgeCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { approvalTabs } from '../../core/approvals/approvals-state.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { useApprovalCounts } from '../../data/use-approvals.js'
import { useSchema } from '../../data/use-schema.js'
import { useIsPhone } from '../../shell/use-is-phone.js'
import { Empty } from '../../ui/empty.js'
import { ApprovalDetail, MissingApproval } from './approval-detail.js'
import { ApprovalFilters } from './approval-filters.js'
import { ApprovalList } from './approval-list.js'
import { useApprovalKeys } from './use-approval-keys.js'
import { type ApprovalsAddress, useApprovalsAddress } from './use-approvals-address.js'
import { useSettling } from './use-settling.js'

const none: Collections = new Map()

/** Requests for approval: those to decide on, the person's own, and what became of all. */
export default function ApprovalsScreen() {
  const t = useTranslations('approvals')
  const address = useApprovalsAddress()
  const { id, isWrong } = address
  const isPhone = useIsPhone()
  // Requests can be read while the agent cannot.
  const { data } = useSchema()
  const { settlings, settle } = useSettling()
  useApprovalKeys(address)
  const isOpened = id !== undefined || isWrong
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      {isPhone && isOpened ? null : (
        <>
          <header className="flex h-12 shrink-0 items-center px-4 max-sm:px-3 pointer-coarse:h-15">
            <h1 className="min-w-0 truncate text-title font-semibold">{t('title')}</h1>
          </header>
          <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-2 pb-2">
            <Tabs address={address} />
            <ApprovalFilters address={address} collections={data?.collections} />
          </div>
        </>
      )}
      <div className="flex min-h-0 flex-1">
        {isPhone && isOpened ? null : (
          <div className="w-[400px] shrink-0 overflow-y-auto border-r border-line max-lg:w-[320px] max-sm:w-full max-sm:border-r-0">
            <ApprovalList address={address} collections={data?.collections} />
          </div>
        )}
        {id !== undefined ? (
          <ApprovalDetail
            key={id}
            id={id}
            address={address}
            collections={data?.collections ?? none}
            hasAuditTrail={data?.canUseAuditTrail === true}
            settling={settlings.get(id)}
            settle={settle}
          />
        ) : isPhone && !isWrong ? null : (
          <div className="min-w-0 flex-1 bg-surface">
            {isWrong ? (
              <MissingApproval />
            ) : (
              <Empty
                icon={<BadgeCheck size={18} aria-hidden="true" />}
                title={t('empty.choose')}
                hint={t('empty.chooseHint')}
              />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function Tabs({ address }: { readonly address: ApprovalsAddress }) {
  const t = useTranslations('approvals')
  const { data } = useApprovalCounts()
  const counts = { review: data?.toReview, mine: data?.mine, history: undefined }
  return (
    <nav aria-label={t('tabs.label')} className="flex min-w-0 gap-1">
      {approvalTabs.map(tab => {
        const isCurrent = address.state.tab === tab
        return (
          <a
            key={tab}
            href={address.buildHref({ ...address.state, tab })}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-control px-2 font-medium pointer-coarse:min-h-11',
              isCurrent ? 'bg-selected text-text' : 'text-muted hover:bg-hover hover:text-text',
            )}
          >
            {t(`tabs.${tab}`)}
            {counts[tab] ? (
              <span className="font-normal text-muted tabular-nums">{counts[tab]}</span>
            ) : null}
          </a>
        )
      })}
    </nav>
  )
}
