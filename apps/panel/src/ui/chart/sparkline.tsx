import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

interface SparklineProps {
  readonly values: readonly number[]
  readonly width: number
  readonly height: number
}

/** The course of a number, without axes; its last value is in words beside it. */
export function Sparkline({ values, width, height }: SparklineProps) {
  const [low = 0, high = 0] = extent(values)
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [2, width - 4])
  const y = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [height - 3, 3])
  const draw = line<number>((_, index) => x(index), y)([...values]) ?? ''
  const fill = area<number>((_, index) => x(index), height, y)([...values]) ?? ''
  const last = values.at(-1)
  return (
    <svg aria-hidden="true" width={width} height={height} className="chart-drawing chart-0 block">
      <path d={fill} className="chart-fill" opacity={0.12} />
      <path d={draw} className="chart-stroke" />
      {last === undefined ? null : (
        <circle cx={x(values.length - 1)} cy={y(last)} r={3} className="chart-fill" />
      )}
    </svg>
  )
}
