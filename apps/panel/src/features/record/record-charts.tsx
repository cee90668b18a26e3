import { useMemo } from 'react'
import type { ChartAnswer } from '../../core/charts/chart-data.js'
import { buildRecordChartRequest } from '../../core/charts/code-chart-request.js'
import { readAnyAnswer } from '../../core/charts/read-answers.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { guessLabel } from '../../core/schema/guess-label.js'
import { useChart } from '../../data/use-chart.js'
import { ChartCard } from '../../shell/chart/chart-card.js'
import { ChartGrid, GridCell, readDrawingHeight } from '../../shell/chart/chart-grid.js'

interface RecordChartsProps {
  readonly collection: CollectionModel
  readonly id: string
}

/** The charts in code about one record. */
export default function RecordCharts({ collection, id }: RecordChartsProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-4 py-4 max-sm:px-3">
      <ChartGrid>
        {collection.charts.map(name => (
          <GridCell key={name} width={6} height={1}>
            <RecordChart collection={collection.name} id={id} name={name} />
          </GridCell>
        ))}
      </ChartGrid>
    </div>
  )
}

const readFirst = ([answer]: readonly ChartAnswer[]) => answer && readAnyAnswer(answer)

interface RecordChartProps {
  readonly collection: string
  readonly id: string
  readonly name: string
}

function RecordChart({ collection, id, name }: RecordChartProps) {
  const requests = useMemo(
    () => [buildRecordChartRequest(collection, id, name)],
    [collection, id, name],
  )
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
