import { nameInPath } from '@service/protocol'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartAnswer } from '../../core/charts/chart-data.js'
import { buildChartRequests } from '../../core/charts/chart-request.js'
import { readAnyAnswer } from '../../core/charts/read-answers.js'
import { guessLabel } from '../../core/schema/guess-label.js'
import { useChart } from '../../data/use-chart.js'
import { ChartCard } from '../../shell/chart/chart-card.js'
import { ChartGrid, GridCell, readDrawingHeight } from '../../shell/chart/chart-grid.js'

/** The charts in code of the agent, for teams that have no dashboards yet. */
export function CodeCharts({ names }: { readonly names: readonly string[] }) {
  const t = useTranslations('dashboards')
  return (
    <section aria-label={t('view.fromCode')}>
      <p className="pb-3 text-muted">{t('view.fromCodeHint')}</p>
      <ChartGrid>
        {names.map(name => (
          <GridCell key={name} width={6} height={1}>
            <CodeChart name={name} />
          </GridCell>
        ))}
      </ChartGrid>
    </section>
  )
}

const readFirst = ([answer]: readonly ChartAnswer[]) => answer && readAnyAnswer(answer)

function CodeChart({ name }: { readonly name: string }) {
  const requests = useMemo(() => {
    const smartRoute = `/_charts/${nameInPath(name)}`
    return buildChartRequests({ definition: { type: 'Smart', smartRoute } }, [], {})
  }, [name])
  const chart = useChart(requests)
  return (
    <ChartCard
      title={guessLabel(name)}
      chart={chart}
      read={readFirst}
      height={readDrawingHeight(1)}
    />
  )
}
