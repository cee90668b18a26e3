import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { LogEntry } from '../../../core/logs/log-entry.js'
import { useIsPhone } from '../../../shell/use-is-phone.js'
import { Button } from '../../../ui/button.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { columnsClass, LogRow } from './log-row.js'
import type { LogAddress } from './use-log-address.js'

interface LogTableProps {
  readonly label: string
  /** The newest first. */
  readonly entries: readonly LogEntry[]
  readonly isLoading: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly onMore: () => void
  readonly address: LogAddress
  /** How many new entries wait, and whether there are more than that. */
  readonly waiting: number
  readonly isOverflowing: boolean
  readonly onShowWaiting: () => void
  /** Called when the top of the list leaves the screen, and when it is back. */
  readonly onScrolled: (isScrolled: boolean) => void
}

/** How far from its end a list is continued, in rows. */
const ahead = 30

/** Entries in any number: only those on the screen are in the document. */
export function LogTable(props: LogTableProps) {
  const { label, entries, hasMore, isLoadingMore, onMore, address, onScrolled } = props
  const t = useTranslations('logs')
  const isPhone = useIsPhone()
  const rowHeight = isPhone ? 60 : 36
  const headHeight = isPhone ? 0 : 32
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => entries[index]?.createdAt ?? index,
    overscan: 12,
    paddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is why it runs
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isLoadingMore && last > entries.length - ahead) onMore()
  }, [hasMore, isLoadingMore, last, entries.length, onMore])

  function showWaiting() {
    props.onShowWaiting()
    if (scroller.current) scroller.current.scrollTop = 0
  }

  const isAdmin = address.log === 'admin-logs'
  const columns = {
    time: t('columns.time'),
    who: t('columns.who'),
    what: t('columns.what'),
    where: t(isAdmin ? 'columns.about' : 'columns.where'),
    result: t(isAdmin ? 'facets.initiator' : 'columns.result'),
  }
  return (
    <div className="relative flex min-h-60 flex-1 flex-col border-t border-line">
      {props.waiting > 0 ? (
        <div className="pointer-events-none absolute inset-x-0 top-10 z-10 flex justify-center">
          <div className="pointer-events-auto rounded-control shadow-float">
            <Button
              look="primary"
              icon={<ArrowUp size={14} aria-hidden="true" />}
              onClick={showWaiting}
            >
              {t(props.isOverflowing ? 'newEntriesMore' : 'newEntries', { count: props.waiting })}
            </Button>
          </div>
        </div>
      ) : null}
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto"
        onScroll={event => onScrolled(event.currentTarget.scrollTop > rowHeight)}
      >
        <table
          aria-label={label}
          aria-busy={props.isLoading}
          aria-rowcount={hasMore ? -1 : entries.length + 1}
          className="relative block w-full text-left"
          style={{ height: virtualizer.getTotalSize() }}
        >
          <thead className="contents">
            <tr
              className={`${columnsClass} sticky top-0 z-[1] h-8 border-b border-line bg-sunken max-sm:sr-only`}
            >
              {Object.entries(columns).map(([name, words]) => (
                <th
                  key={name}
                  scope="col"
                  className={`text-small font-medium text-muted ${headClasses[name] ?? ''}`}
                >
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="contents">
            {items.map(item => {
              const entry = entries[item.index]
              if (!entry) return null
              return (
                <LogRow
                  key={item.key}
                  entry={entry}
                  index={item.index}
                  start={item.start}
                  height={rowHeight}
                  address={address}
                />
              )
            })}
          </tbody>
        </table>
        {props.isLoading ? <Placeholders /> : null}
      </div>
    </div>
  )
}

const headClasses: Readonly<Record<string, string>> = {
  where: 'max-lg:hidden',
  result: 'text-right',
}

const widths = ['70%', '55%', '80%', '60%', '75%', '50%']

function Placeholders() {
  return (
    <div className="flex flex-col gap-5 p-4">
      {widths.map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
