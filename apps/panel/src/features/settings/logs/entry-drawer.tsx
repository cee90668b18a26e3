import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buildCurl } from '../../../core/logs/log-command.js'
import type { LogEntry } from '../../../core/logs/log-entry.js'
import { findLogNeighbours } from '../../../core/logs/move-through-log.js'
import { type ProvenEntry, useLogPath } from '../../../data/settings/use-log.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Button } from '../../../ui/button.js'
import { Drawer, DrawerFooter, DrawerText } from '../../../ui/drawer.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { CodeBox } from './code-box.js'
import { EntryFacts } from './entry-facts.js'
import { EntryProof } from './entry-proof.js'
import type { LogAddress } from './use-log-address.js'
import { useLogPlace } from './use-log-place.js'
import { useLogWords } from './use-log-words.js'

interface EntryDrawerProps {
  readonly address: LogAddress
  readonly openedAt: string
  /** The entries of the list: one of them is shown before its proof is there. */
  readonly entries: readonly LogEntry[]
}

/** Everything about one entry, and whether the chain around it is unchanged. */
export function EntryDrawer({ address, openedAt, entries }: EntryDrawerProps) {
  const t = useTranslations('logs')
  const app = useTranslations('app')
  const { nameWhat, formatTime } = useLogWords()
  const path = useLogPath(address.log)
  const place = useLogPlace()
  const { data, error, refetch } = useServiceData<ProvenEntry>(
    `${path}/entries/${encodeURIComponent(openedAt)}`,
  )
  const entry = data?.entry ?? entries.find(({ createdAt }) => createdAt === openedAt)
  const { newer, older } = findLogNeighbours(entries, openedAt)
  const query = { 'createdAt.eq': openedAt }
  return (
    <Drawer
      isOpen
      onClose={() => address.open(undefined)}
      title={entry ? nameWhat(entry) : t('entry')}
      subject={entry && formatTime(entry.createdAt)}
      closeLabel={app('close')}
      step={openedAt}
    >
      <DrawerText label={t('entry')}>
        {entry ? (
          <EntryFacts entry={entry} proof={data?.proof} address={address} />
        ) : error ? null : (
          <Skeleton width="70%" />
        )}
        {data ? (
          <EntryProof proof={data.proof} address={address} />
        ) : error ? (
          <ErrorView error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="text-muted">{t('proof.verifying')}</p>
        )}
        {entry ? (
          <>
            <CodeBox title={t('curl')} text={buildCurl(address.log, place, query)} />
            <CodeBox title="JSON" text={JSON.stringify(entry, null, 2)} />
          </>
        ) : null}
      </DrawerText>
      <DrawerFooter>
        <Button
          icon={<ChevronUp size={14} aria-hidden="true" />}
          disabled={newer === undefined}
          onClick={() => address.open(newer)}
        >
          {t('newer')}
        </Button>
        <Button
          icon={<ChevronDown size={14} aria-hidden="true" />}
          disabled={older === undefined}
          onClick={() => address.open(older)}
        >
          {t('older')}
        </Button>
      </DrawerFooter>
    </Drawer>
  )
}
