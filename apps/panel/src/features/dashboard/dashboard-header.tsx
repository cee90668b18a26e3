import type { Dashboard } from '@service/protocol'
import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { formatClock } from '../../core/text/format-date.js'
import { usePlace } from '../../data/place-context.js'
import { useChartsAge } from '../../data/use-chart.js'
import { IconButton } from '../../ui/button.js'

interface DashboardHeaderProps {
  readonly title: string
  readonly dashboards: readonly Dashboard[]
  readonly current: Dashboard | undefined
  /** Buttons of editors. */
  readonly children?: ReactNode
}

/** The name of the dashboard, its age, and the way to the others. */
export function DashboardHeader({ title, dashboards, current, children }: DashboardHeaderProps) {
  return (
    <header className="shrink-0 border-b border-line">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 max-sm:px-3">
        <h1 data-tooltip="" className="min-w-0 truncate text-title font-semibold max-sm:basis-full">
          {title}
        </h1>
        <span className="flex-1 max-sm:hidden" />
        <Age />
        {children}
      </div>
      {dashboards.length > 1 ? <Tabs dashboards={dashboards} current={current} /> : null}
    </header>
  )
}

function Age() {
  const t = useTranslations('dashboards')
  const { timezone } = usePlace()
  const { updatedAt, isBusy, reload } = useChartsAge()
  if (updatedAt === 0) return null
  const time = formatClock(new Date(updatedAt), timezone)
  return (
    <span className="flex items-center gap-1 text-small whitespace-nowrap text-muted">
      {t('view.asOf', { time })}
      <IconButton label={t('view.refresh')} disabled={isBusy} onClick={reload}>
        <RefreshCw size={14} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function Tabs({ dashboards, current }: Pick<DashboardHeaderProps, 'dashboards' | 'current'>) {
  const t = useTranslations('dashboards')
  const { names } = usePlace()
  return (
    <nav aria-label={t('view.dashboards')} className="relative flex overflow-x-auto px-2">
      {dashboards.map(({ id, name }) => {
        const isCurrent = id === current?.id
        return (
          <a
            key={id}
            href={formatAddress({ ...names, screen: { kind: 'dashboards', id: String(id) } })}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'flex h-9 shrink-0 items-center border-b-2 px-2 font-medium whitespace-nowrap -outline-offset-2 pointer-coarse:h-11',
              isCurrent
                ? 'border-accent text-text'
                : 'border-transparent text-muted hover:text-text',
            )}
          >
            {name}
          </a>
        )
      })}
    </nav>
  )
}
