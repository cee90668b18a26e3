import './chart.css'
import { ScrollRegion } from '../scroll-region.js'
import type { ChartData, ChartLook } from './chart-data.js'
import { ChartTable } from './chart-table.js'
import { ObjectiveChart, PercentageChart, ValueChart } from './figure-chart.js'
import { PieChart } from './pie-chart.js'
import { RankingChart } from './ranking-chart.js'
import { TimeChart } from './time-chart.js'
import type { ChartShape } from './time-scales.js'

export interface ChartViewProps extends ChartLook {
  readonly data: ChartData
  /** How a chart over time is drawn; chosen by the number of points when absent. */
  readonly shape?: ChartShape | undefined
}

/** Draws a chart of any kind. */
export default function ChartView({ data, shape, ...look }: ChartViewProps) {
  if (isEmpty(data)) {
    return (
      <p
        style={{ height: look.height }}
        className="flex items-center justify-center text-center text-muted"
      >
        {look.texts.empty}
      </p>
    )
  }
  switch (data.kind) {
    case 'value':
      return <ValueChart data={data} {...look} />
    case 'percentage':
      return <PercentageChart value={data.value} {...look} />
    case 'objective':
      return <ObjectiveChart value={data.value} objective={data.objective} {...look} />
    case 'parts':
      return data.parts.some(({ value }) => value < 0) ? (
        <RankingChart parts={data.parts} {...look} />
      ) : (
        <PieChart parts={data.parts} {...look} />
      )
    case 'ranking':
      return <RankingChart parts={data.parts} {...look} />
    case 'lines':
      return <TimeChart data={data} shape={shape} {...look} />
    case 'rows':
      return (
        <ChartTable
          caption={look.title}
          columns={data.columns}
          rows={data.rows.map(row => row.map(text => ({ text })))}
          height={look.height}
        />
      )
    case 'text':
      return (
        <div style={{ height: look.height }} className="flex">
          <ScrollRegion label={look.title} className="min-w-0 flex-1">
            <pre className="font-mono text-small break-words whitespace-pre-wrap">{data.text}</pre>
          </ScrollRegion>
        </div>
      )
  }
}

function isEmpty(data: ChartData): boolean {
  switch (data.kind) {
    case 'parts':
    case 'ranking':
      return data.parts.length === 0
    case 'lines':
      return data.points.length === 0 || data.lines.length === 0
    case 'rows':
      return data.rows.length === 0
    default:
      return false
  }
}
