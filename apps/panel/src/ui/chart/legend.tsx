import { useId } from 'react'
import { numberItems } from './number-items.js'
import { dashes, markCount, Patterns, readHue, readPattern } from './patterns.js'

interface LegendProps {
  readonly labels: readonly string[]
  readonly height: number
  /** Whether marks are lines, which have dashes. */
  readonly isDashed?: boolean
}

const rowHeight = 24
const mostRows = 2
/** A swatch and the space around it. */
const besideLabel = 48
const letterWidth = 6.5

/** The height of the names of lines: one row, or two. */
export function measureLegend(labels: readonly string[], width: number): number {
  const needed = labels.reduce((sum, { length }) => sum + length * letterWidth + besideLabel, 0)
  return rowHeight * Math.max(1, Math.min(mostRows, Math.ceil(needed / Math.max(1, width))))
}

/** The names of the lines of a chart. What does not fit is in the tooltip and in the table. */
export function Legend({ labels, height, isDashed = false }: LegendProps) {
  return (
    <ul style={{ height }} className="flex flex-wrap gap-x-4 overflow-hidden text-small text-muted">
      {numberItems(labels).map(({ item: label, at: index }) => (
        <li key={index} className="flex h-6 max-w-full min-w-0 items-center gap-1.5">
          <Swatch index={index} isDashed={isDashed} />
          <span data-tooltip="" className="truncate">
            {label}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface SwatchProps {
  /** Absent: the mark of all that is left. */
  readonly index: number | undefined
  readonly isDashed?: boolean
}

/** How a mark looks. */
export function Swatch({ index, isDashed = false }: SwatchProps) {
  const id = useId()
  const hue = index === undefined ? 'chart-rest' : readHue(index)
  const size = isDashed ? 22 : 10
  return (
    <svg aria-hidden="true" width={size} height={10} className={`chart-drawing shrink-0 ${hue}`}>
      {isDashed ? (
        <path
          d="M1 5H21"
          strokeDasharray={dashes[(index ?? 0) % markCount]}
          className="chart-stroke"
        />
      ) : (
        <>
          <Patterns id={id} />
          <rect width={10} height={10} rx={2} className="chart-fill" />
          <rect
            width={10}
            height={10}
            fill={readPattern(id, index ?? 0)}
            className="chart-pattern"
          />
        </>
      )}
    </svg>
  )
}
