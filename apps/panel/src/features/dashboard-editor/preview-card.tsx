import type { Chart } from '@service/protocol'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartAnswer } from '../../core/charts/chart-data.js'
import { buildChartRequests } from '../../core/charts/chart-request.js'
import { chooseDisplay } from '../../core/charts/chart-units.js'
import type { ChartVariables } from '../../core/charts/chart-variables.js'
import { readAnswers } from '../../core/charts/read-answers.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { useChart } from '../../data/use-chart.js'
import { ChartCard } from '../../shell/chart/chart-card.js'

interface PreviewCardProps {
  readonly chart: Pick<Chart, 'name' | 'definition' | 'display'>
  readonly charts: readonly Chart[]
  readonly collections: Collections
  readonly variables: ChartVariables
  readonly height: number
}

/** A chart as people will see it, without the ways to its records. */
export function PreviewCard({ chart, charts, collections, variables, height }: PreviewCardProps) {
  const t = useTranslations('dashboards')
  const { definition, name } = chart
  const requests = useMemo(
    () => buildChartRequests({ definition }, charts, variables),
    [definition, charts, variables],
  )
  const loaded = useChart(requests)
  const read = useCallback(
    (answers: readonly ChartAnswer[]) => readAnswers(definition, charts, answers),
    [definition, charts],
  )
  return (
    <ChartCard
      title={name}
      chart={loaded}
      read={read}
      display={chooseDisplay(chart, collections)}
      height={height}
      problem={requests.length === 0 ? t('view.chartUnknown') : undefined}
      formatKey={key => (typeof key === 'boolean' ? t(key ? 'view.yes' : 'view.no') : String(key))}
    />
  )
}
