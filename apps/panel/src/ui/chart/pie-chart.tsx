import { arc, pie } from 'd3-shape'
import { useId, useState } from 'react'
import { useWidth } from '../use-width.js'
import type { ChartLook, ChartPart } from './chart-data.js'
import { type DrawnPart, foldParts } from './fold-parts.js'
import { Swatch } from './legend.js'
import { numberItems } from './number-items.js'
import { markCount, Patterns, readHue, readPattern } from './patterns.js'

interface PieChartProps extends ChartLook {
  readonly parts: readonly ChartPart[]
}

const widestRing = 200
const narrowest = 340

/** A ring of parts, and beside it their names and numbers, in the same order. */
export function PieChart(props: PieChartProps) {
  const { parts, height, formats, texts, findLink } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const [marked, setMarked] = useState<number>()
  const drawn = foldParts(parts, markCount, texts.formatOther)
  const total = drawn.reduce((sum, { value }) => sum + value, 0)
  const isNarrow = width < narrowest
  const size = Math.min(height, widestRing, width * (isNarrow ? 0.36 : 0.4))
  const rows = drawn.map((part, place) => ({
    ...part,
    place,
    href: findLink?.({ index: part.index, line: 0, others: part.others }),
    value: formats.full(part.value),
    share: total > 0 ? formats.percent((100 * part.value) / total) : '',
  }))
  return (
    <div ref={ref} style={{ height }} className="flex min-w-0 items-center gap-4">
      <Ring {...props} drawn={drawn} size={size} marked={marked} onMark={setMarked} />
      <ul className="max-h-full min-h-0 w-full min-w-0 flex-1 overflow-y-auto text-small">
        {rows.map(({ place, others, label, value, share, href }) => {
          const content = (
            <>
              <Swatch index={others ? undefined : place} />
              <span data-tooltip="" className="min-w-0 flex-1 truncate">
                {label}
              </span>
              <span className="tabular-nums">{value}</span>
              {isNarrow ? null : (
                <span className="w-14 shrink-0 text-right text-muted tabular-nums">{share}</span>
              )}
            </>
          )
          const look = 'flex min-h-6 items-center gap-2 rounded-[4px] px-1'
          return (
            <li
              key={place}
              onPointerEnter={() => setMarked(place)}
              onPointerLeave={() => setMarked(undefined)}
            >
              {href === undefined ? (
                <span className={look}>{content}</span>
              ) : (
                <a
                  href={href}
                  onFocus={() => setMarked(place)}
                  onBlur={() => setMarked(undefined)}
                  className={`${look} -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11`}
                >
                  {content}
                  <span className="sr-only">{texts.open}</span>
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RingProps extends PieChartProps {
  readonly drawn: readonly DrawnPart[]
  readonly size: number
  readonly marked: number | undefined
  readonly onMark: (place: number | undefined) => void
}

function Ring({ title, drawn, size, marked, onMark, findLink, formats }: RingProps) {
  const id = useId()
  const radius = size / 2
  const shape = arc<{ readonly startAngle: number; readonly endAngle: number }>()
    .innerRadius(radius * 0.6)
    .outerRadius(radius - 1)
    .cornerRadius(2)
  const angles = pie<DrawnPart>()
    .sort(null)
    .value(({ value }) => value)
    .padAngle(drawn.filter(({ value }) => value > 0).length > 1 ? 0.02 : 0)
  const slices = numberItems(angles([...drawn])).map(({ item: slice, at: place }) => {
    const { index, others } = slice.data
    const hue = others ? 'chart-rest' : readHue(place)
    return {
      place,
      path: shape(slice) ?? '',
      className: `chart-mark ${hue} ${marked === place ? 'is-marked' : ''}`,
      href: findLink?.({ index, line: 0, others }),
    }
  })
  const isEmpty = drawn.every(({ value }) => value === 0)
  const summary = drawn.map(({ label, value }) => `${label} ${formats.full(value)}`).join(', ')
  const box = {
    width: size,
    height: size,
    viewBox: `${-radius} ${-radius} ${size} ${size}`,
    onPointerLeave: () => onMark(undefined),
  }
  return (
    <div className="relative shrink-0">
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        {...box}
        className={`chart-drawing block ${marked === undefined ? '' : 'is-other-marked'}`}
      >
        <Patterns id={id} />
        {isEmpty ? (
          <circle r={radius * 0.8} fill="none" stroke="var(--line)" strokeWidth={radius * 0.38} />
        ) : null}
        {slices.map(({ place, path, className }) => (
          <g key={place} onPointerEnter={() => onMark(place)} className={className}>
            <path d={path} className="chart-fill" />
            <path d={path} fill={readPattern(id, place)} className="chart-pattern" />
          </g>
        ))}
      </svg>
      {findLink ? (
        // The links beside the ring are for the keyboard and for screen readers.
        <svg aria-hidden="true" {...box} className="pointer-events-none absolute inset-0">
          {slices.map(({ place, path, href }) =>
            href === undefined ? null : (
              <a
                key={place}
                href={href}
                tabIndex={-1}
                onPointerEnter={() => onMark(place)}
                className="chart-link"
              >
                <path d={path} fill="transparent" />
              </a>
            ),
          )}
        </svg>
      ) : null}
    </div>
  )
}
