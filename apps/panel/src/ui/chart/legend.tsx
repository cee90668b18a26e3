import { useId } from 'react'
import { numberItems } from './number-items.js'
import { dashes, markCount, Patterns, readHue, readPattern } from './patterns.js'

interface LegendProps {
  readonly labels: readonly string[]
  /** Whether marks are lines, which have dashes. */
  readonly isDashed?: boolean
}

/** The names of the lines of a chart, in one row. */
export function Legend({ labels, isDashed = false }: LegendProps) {
  return (
    <ul className="flex h-6 gap-x-4 overflow-hidden text-small text-muted">
      {numberItems(labels).map(({ item: label, at: index }) => (
        <li key={index} className="flex min-w-0 items-center gap-1.5">
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
