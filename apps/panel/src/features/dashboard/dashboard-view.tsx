import type { Chart, Dashboard } from '@service/protocol'
import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { buildDashboardVariables } from '../../core/charts/chart-variables.js'
import { startOfDay } from '../../core/charts/dashboard-range.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { findDay, joinDay } from '../../core/text/day-parts.js'
import { usePlace } from '../../data/place-context.js'
import { ChartGrid, GridCell, readDrawingHeight } from '../../shell/chart/chart-grid.js'
import { Empty } from '../../ui/empty.js'
import { DashboardCard } from './dashboard-card.js'
import { FilterPicker } from './filter-picker.js'
import { RangePicker } from './range-picker.js'
import { useDashboardChoice } from './use-dashboard-choice.js'

interface DashboardViewProps {
  readonly dashboard: Dashboard
  readonly charts: readonly Chart[]
  readonly collections: Collections
}

/** The range and the filters of a dashboard, and its cards. */
export function DashboardView({ dashboard, charts, collections }: DashboardViewProps) {
  const t = useTranslations('dashboards')
  const { timezone } = usePlace()
  const [choice, change] = useDashboardChoice(dashboard)
  const { filters = [], cards, range } = dashboard
  // Ranges are days: what is chosen means others on the next one.
  const today = findDay(new Date().toISOString(), timezone)
  const now = today ? startOfDay(joinDay(today), timezone) : ''
  const variables = useMemo(
    () => buildDashboardVariables(choice, now, timezone),
    [choice, now, timezone],
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-2 py-3">
        <RangePicker
          range={choice.range}
          first={range}
          onChange={next => change({ range: next })}
        />
        {filters.map(filter => (
          <FilterPicker
            key={filter.name}
            filter={filter}
            collections={collections}
            value={choice.filters[filter.name]}
            onChange={value => change({ filters: { ...choice.filters, [filter.name]: value } })}
          />
        ))}
      </div>
      {cards.length === 0 ? (
        <Empty
          icon={<ChartNoAxesColumn size={18} aria-hidden="true" />}
          title={t('view.noCards')}
        />
      ) : (
        <ChartGrid>
          {cards.map(({ chartId, width, height }, at) => {
            const chart = charts.find(({ id }) => id === chartId)
            const place = `${chartId} ${at}`
            return chart ? (
              <GridCell key={place} width={width} height={height}>
                <DashboardCard
                  chart={chart}
                  charts={charts}
                  collections={collections}
                  variables={variables}
                  height={readDrawingHeight(height)}
                />
              </GridCell>
            ) : null
          })}
        </ChartGrid>
      )}
    </div>
  )
}
