import { clsx } from 'clsx'
import { BadgeCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Approval } from '../../core/approvals/approval.js'
import { type ApprovalsView, hasFilters, tabViews } from '../../core/approvals/approvals-state.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { useApprovals } from '../../data/use-approvals.js'
import { ErrorView } from '../../shell/error-view.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ApprovalBadge } from './approval-badge.js'
import type { ApprovalsAddress } from './use-approvals-address.js'
import { useMoments } from './use-moments.js'
import { usePersonNames } from './use-person-names.js'
import { useSubject } from './use-subject.js'

interface ApprovalListProps {
  readonly address: ApprovalsAddress
  readonly collections: Collections | undefined
}

/** The requests of a tab, the newest first. */
export function ApprovalList({ address, collections }: ApprovalListProps) {
  const t = useTranslations('approvals')
  const { state } = address
  const isReview = state.tab === 'review'
  const [view = 'history'] = tabViews[state.tab]
  const first = useApprovals(view, state)
  const toRun = useApprovals('to-run', state, isReview)
  const lists = [{ view, query: first }, ...(isReview ? [{ view: 'to-run', query: toRun }] : [])]
  const shown = lists.map(({ view: name, query }) => ({
    name: name as ApprovalsView,
    query,
    approvals: query.data?.pages.flatMap(page => page.data) ?? [],
  }))
  const filled = shown.filter(({ approvals }) => approvals.length > 0)
  if (first.error && filled.length === 0) {
    return <ErrorView error={first.error} onRetry={() => void first.refetch()} />
  }
  if (filled.length === 0) {
    if (first.isPending || (isReview && toRun.isPending)) return <ListSkeleton />
    return <NoApprovals address={address} />
  }
  return (
    <div className="flex flex-col">
      {filled.map(({ name, query, approvals }) => (
        <section key={name} aria-label={t(`lists.${name}`)}>
          {isReview ? (
            <h2 className="px-4 pt-3 pb-1 text-small font-medium text-muted max-sm:px-3">
              {t(`lists.${name}`)}
            </h2>
          ) : null}
          <ul>
            {approvals.map(approval => (
              <ApprovalRow
                key={approval.id}
                approval={approval}
                address={address}
                collections={collections}
                hasBadge={!isReview}
              />
            ))}
          </ul>
          {query.hasNextPage ? (
            <div className="p-3">
              <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetching}>
                {t('more')}
              </Button>
            </div>
          ) : null}
        </section>
      ))}
    </div>
  )
}

interface ApprovalRowProps extends ApprovalListProps {
  readonly approval: Approval
  /** Whether its state differs from that of its neighbours. */
  readonly hasBadge: boolean
}

function ApprovalRow({ approval, address, collections, hasBadge }: ApprovalRowProps) {
  const describe = useSubject(collections)
  const namePerson = usePersonNames()
  const formatMoment = useMoments()
  const { id, actionName, requester, createdAt, status } = approval
  const isCurrent = address.id === id
  return (
    <li className="border-b border-line">
      <a
        href={address.buildHref(address.state, id)}
        data-approval={id}
        aria-current={isCurrent ? 'true' : undefined}
        className={clsx(
          'flex flex-col gap-1 border-l-2 py-2 pr-4 pl-3.5 -outline-offset-2 max-sm:pr-3 max-sm:pl-2.5',
          isCurrent ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate font-medium">{actionName}</span>
          <span className="shrink-0 text-small text-muted tabular-nums">
            {formatMoment(createdAt)}
          </span>
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className="min-w-0 truncate text-muted">
            {describe(approval)} · {namePerson(requester)}
          </span>
          {hasBadge ? (
            <span className="flex shrink-0">
              <ApprovalBadge status={status} />
            </span>
          ) : null}
        </span>
      </a>
    </li>
  )
}

function NoApprovals({ address }: { readonly address: ApprovalsAddress }) {
  const t = useTranslations('approvals')
  const { state } = address
  const icon = <BadgeCheck size={18} aria-hidden="true" />
  if (!hasFilters(state)) {
    return <Empty icon={icon} title={t(`empty.${state.tab}`)} hint={t(`empty.${state.tab}Hint`)} />
  }
  return (
    <Empty icon={icon} title={t('empty.filtered')}>
      <Button
        onClick={() =>
          address.change({
            action: undefined,
            collection: undefined,
            requester: undefined,
            period: undefined,
          })
        }
      >
        {t('filters.clear')}
      </Button>
    </Empty>
  )
}

function ListSkeleton() {
  return ['60%', '45%', '70%', '50%'].map(width => (
    <div key={width} className="flex h-15 flex-col justify-center gap-2.5 px-4">
      <Skeleton width={width} />
      <Skeleton width="35%" />
    </div>
  ))
}
