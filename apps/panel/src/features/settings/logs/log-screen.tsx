import { Radio, ScrollText, ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LogEntry, LogName } from '../../../core/logs/log-entry.js'
import { isLimited } from '../../../core/logs/log-state.js'
import { formatNumber } from '../../../core/text/format-number.js'
import { useLog, useLogTail } from '../../../data/settings/use-log.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Button } from '../../../ui/button.js'
import { Empty } from '../../../ui/empty.js'
import { EntryDrawer } from './entry-drawer.js'
import { ExportButtons } from './export-buttons.js'
import { LogFacets } from './log-facets.js'
import { LogTable } from './log-table.js'
import { useLogAddress } from './use-log-address.js'
import { VerifyDrawer } from './verify-drawer.js'

interface LogScreenProps {
  readonly log: LogName
  readonly title: string
  readonly hint: string
}

/** One log: what limits it, its entries, and the one that is open. */
export function LogScreen({ log, title, hint }: LogScreenProps) {
  const t = useTranslations('logs')
  const address = useLogAddress(log)
  const { state, openedAt, change } = address
  const list = useLog(log, state)
  const [isScrolled, setScrolled] = useState(false)
  const [isVerifying, setVerifying] = useState(false)
  const entries = useMemo(() => list.data?.pages.flatMap(page => page.data), [list.data])
  const newest = entries && (entries[0]?.createdAt ?? '1970-01-01T00:00:00Z')
  const tail = useLogTail(log, state, {
    newest,
    isPaused: isScrolled || openedAt !== undefined,
  })
  const count = list.data?.pages[0]?.count

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
      <header className="flex shrink-0 flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 pb-3 max-sm:px-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-title font-semibold">{title}</h1>
          <p className="mt-0.5 text-muted max-sm:hidden">{hint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportButtons address={address} />
          <Button
            icon={<ShieldCheck size={14} aria-hidden="true" />}
            onClick={() => setVerifying(true)}
          >
            {t('verify.button')}
          </Button>
          <Button
            look={state.isLive ? 'primary' : 'secondary'}
            icon={<Radio size={14} aria-hidden="true" />}
            aria-pressed={state.isLive}
            onClick={() => change({ isLive: !state.isLive })}
          >
            {t('live')}
          </Button>
        </div>
      </header>
      <LogFacets address={address} />
      <p
        role="status"
        className="flex h-7 shrink-0 items-center gap-3 px-4 text-small text-muted max-sm:px-3"
      >
        <CountText count={count} />
        {state.isLive ? (
          <span className="text-accent">{t(isScrolled ? 'livePaused' : 'liveOn')}</span>
        ) : null}
      </p>
      {list.error && !entries ? (
        <ErrorView error={list.error} onRetry={() => void list.refetch()} />
      ) : entries?.length === 0 ? (
        <Empty
          icon={<ScrollText size={18} aria-hidden="true" />}
          title={t(isLimited(state) ? 'nothingMatches' : 'empty')}
          hint={isLimited(state) ? undefined : t('emptyHint')}
        >
          {isLimited(state) ? (
            <Button
              onClick={() =>
                change({ facets: {}, period: undefined, from: undefined, to: undefined })
              }
            >
              {t('removeLimits')}
            </Button>
          ) : null}
        </Empty>
      ) : (
        <LogTable
          label={title}
          entries={entries ?? none}
          isLoading={list.isLoading}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
          address={address}
          waiting={tail.waiting}
          isOverflowing={tail.isOverflowing}
          onShowWaiting={tail.showWaiting}
          onScrolled={setScrolled}
        />
      )}
      {openedAt === undefined ? null : (
        <EntryDrawer address={address} openedAt={openedAt} entries={entries ?? none} />
      )}
      {isVerifying ? <VerifyDrawer onClose={() => setVerifying(false)} /> : null}
    </div>
  )
}

const none: readonly LogEntry[] = []

function CountText({ count }: { readonly count: { value: number; isMore: boolean } | undefined }) {
  const t = useTranslations('logs')
  const language = useLocale()
  if (!count) return <span>{t('loading')}</span>
  const number = formatNumber(count.value, language)
  return (
    <span>{count.isMore ? t('countMore', { number }) : t('count', { count: count.value })}</span>
  )
}
