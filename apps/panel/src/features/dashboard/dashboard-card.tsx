import type { Chart } from '@service/protocol'
import { memo, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartAnswer, ChartData } from '../../core/charts/chart-data.js'
import type { ChartMark } from '../../core/charts/chart-marks.js'
import { buildChartRequests } from '../../core/charts/chart-request.js'
import { chooseDisplay } from '../../core/charts/chart-units.js'
import type { ChartVariables } from '../../core/charts/chart-variables.js'
import { findMarkList } from '../../core/charts/drill-down.js'
import { readAnswers } from '../../core/charts/read-answers.js'
import { formatListState, formatSearch } from '../../core/list/list-state.js'
import { formatAddress } from '../../core/places/address.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { useChart } from '../../data/use-chart.js'
import { ChartCard } from '../../shell/chart/chart-card.js'

interface DashboardCardProps {
  readonly chart: Chart
  readonly charts: readonly Chart[]
  readonly collections: Collections
  readonly variables: ChartVariables
  readonly height: number
}

/** A chart of a dashboard; its marks lead to the records they count. */
export const DashboardCard = memo(function DashboardCard(props: DashboardCardProps) {
  const { chart, charts, collections, variables, height } = props
  const { definition, name } = chart
  const t = useTranslations('dashboards')
  const { names, timezone } = usePlace()
  const requests = useMemo(
    () => buildChartRequests(chart, charts, variables),
    [chart, charts, variables],
  )
  const loaded = useChart(requests)
  const read = useCallback(
    (answers: readonly ChartAnswer[]) => readAnswers(definition, charts, answers),
    [definition, charts],
  )
  const findLink = useCallback(
    (data: ChartData, mark: ChartMark) => {
      const list = findMarkList({ definition, data, variables, collections, timezone }, mark)
      if (!list) return undefined
      const { collection, state } = list
      const address = formatAddress({ ...names, screen: { kind: 'list', collection } })
      return address + formatSearch(formatListState(state))
    },
    [definition, variables, collections, timezone, names],
  )
  const display = useMemo(() => chooseDisplay(chart, collections), [chart, collections])
  return (
    <ChartCard
      title={name}
      chart={loaded}
      read={read}
      display={display}
      height={height}
      problem={requests.length === 0 ? t('view.chartUnknown') : undefined}
      findLink={'sourceCollectionName' in definition ? findLink : undefined}
      formatKey={key => (typeof key === 'boolean' ? t(key ? 'view.yes' : 'view.no') : String(key))}
    />
  )
})
