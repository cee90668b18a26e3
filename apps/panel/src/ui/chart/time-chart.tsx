import { line as buildLine } from 'd3-shape'
import { useId, useMemo, useState } from 'react'
import { useWidth } from '../use-width.js'
import type { ChartData, ChartLook } from './chart-data.js'
import { Legend, measureLegend } from './legend.js'
import { numberItems } from './number-items.js'
import { dashes, markCount, Patterns, readHue, readPattern } from './patterns.js'
import {
  buildScales,
  type ChartShape,
  letterWidth,
  placeBar,
  type TimeScales,
} from './time-scales.js'
import { ChartTooltip, type Tip } from './tooltip.js'
import { useMarkKeys } from './use-mark-keys.js'

export type TimeData = Extract<ChartData, { kind: 'lines' }>

interface TimeChartProps extends ChartLook {
  readonly data: TimeData
  /** Absent: bars for one line with room for them. */
  readonly shape?: ChartShape | undefined
}

const thinnestBar = 6
const mostDots = 40
const longestMove = 6

/** Bars or lines over time, with axes. */
export function TimeChart(props: TimeChartProps) {
  const { data, height } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const labels = data.lines.map(({ label }) => label)
  const legendHeight = labels.length > 1 ? measureLegend(labels, width) : 0
  return (
    <div ref={ref} className="min-w-0">
      {labels.length > 1 ? <Legend labels={labels} height={legendHeight} isDashed /> : null}
      {width > 0 ? (
        <Drawing {...props} width={width} height={height - legendHeight} />
      ) : (
        <div style={{ height }} />
      )}
    </div>
  )
}

function Drawing(props: TimeChartProps & { readonly width: number }) {
  const { title, data, formats, texts, height, width, findLink } = props
  const { points, lines } = data
  const id = useId()
  const keys = useMarkKeys()
  const [marked, setMarked] = useState<number>()
  const hide = () => setMarked(undefined)
  const shape = props.shape ?? chooseShape(data, width)
  const { scales, area } = useMemo(
    () => measure(data, shape, width, height, formats.short),
    [data, shape, width, height, formats],
  )
  const { x } = scales
  const buildTip = (index: number): Tip => ({
    x: readMiddle(scales, index),
    y: area.top,
    title: points[index]?.label ?? '',
    lines: lines.flatMap(({ label, values }, line) => {
      const value = values[index]
      if (value === null || value === undefined) return []
      if (lines.length === 1) return [{ value: formats.full(value) }]
      return [{ label, value: formats.full(value), hue: readHue(line) }]
    }),
  })
  const marks = points.flatMap((_, index) =>
    lines.flatMap((_line, line) => {
      const href = findLink?.({ index, line })
      return href === undefined ? [] : [{ index, line, href }]
    }),
  )
  const nameMark = (index: number, line: number) => {
    const names = [points[index]?.label, lines.length > 1 ? lines[line]?.label : undefined]
    return `${names.filter(Boolean).join(', ')}: ${formats.full(lines[line]?.values[index] ?? 0)}`
  }
  return (
    <div className="relative">
      <svg
        role="img"
        aria-label={`${title}: ${describe(data, formats.full)}`}
        width={width}
        height={height}
        onPointerLeave={hide}
        className="chart-drawing block overflow-visible"
      >
        <Patterns id={id} />
        <Axes scales={scales} area={area} formatTick={formats.short} />
        {shape === 'bars' ? (
          <Bars scales={scales} id={id} marked={marked} />
        ) : (
          <Lines data={data} scales={scales} />
        )}
        {numberItems(points).map(({ at: index }) => (
          <rect
            key={index}
            x={(x(index) ?? 0) - (x.step() - x.bandwidth()) / 2}
            width={x.step()}
            y={area.top}
            height={area.bottom - area.top}
            fill="transparent"
            onPointerEnter={() => setMarked(index)}
          />
        ))}
      </svg>
      {marks.length > 0 ? (
        <svg
          aria-label={title}
          width={width}
          height={height}
          onKeyDown={keys.onKeyDown}
          onPointerLeave={hide}
          className="pointer-events-none absolute inset-0 overflow-visible"
        >
          {marks.map(({ index, line, href }, place) => (
            <a
              key={`${index} ${line}`}
              href={href}
              data-mark
              aria-label={`${nameMark(index, line)}. ${texts.open}`}
              tabIndex={place === Math.min(keys.current, marks.length - 1) ? 0 : -1}
              className="chart-link"
              onPointerEnter={() => setMarked(index)}
              onFocus={() => {
                keys.onFocus(place)
                setMarked(index)
              }}
              onBlur={hide}
            >
              <MarkArea data={data} scales={scales} index={index} line={line} />
            </a>
          ))}
        </svg>
      ) : null}
      <ChartTooltip tip={marked === undefined ? undefined : buildTip(marked)} width={width} />
    </div>
  )
}

function chooseShape({ points, lines }: TimeData, width: number): ChartShape {
  return lines.length === 1 && width / points.length >= thinnestBar ? 'bars' : 'lines'
}

function measure(
  { points, lines }: TimeData,
  shape: ChartShape,
  width: number,
  height: number,
  formatTick: (value: number) => string,
) {
  const hasGroups = points.some(({ group }) => group !== undefined)
  const below = hasGroups ? 34 : 20
  const area = { left: 0, right: width, top: 8, bottom: Math.max(40, height - below) }
  const { ticks } = buildScales(points, lines, shape, area)
  const longest = Math.max(0, ...ticks.map(tick => formatTick(tick).length))
  const inside = { ...area, left: Math.min(width / 3, longest * letterWidth + 8) }
  return { area: inside, scales: buildScales(points, lines, shape, inside) }
}

const readMiddle = ({ x }: TimeScales, index: number) => (x(index) ?? 0) + x.bandwidth() / 2

interface AxesProps {
  readonly scales: TimeScales
  readonly area: ReturnType<typeof measure>['area']
  readonly formatTick: (value: number) => string
}

function Axes({ scales, area, formatTick }: AxesProps) {
  const { y, ticks, shownPoints } = scales
  return (
    <g>
      {ticks.map(tick => (
        <g key={tick} transform={`translate(0 ${Math.round(y(tick))})`}>
          <line
            x1={area.left}
            x2={area.right}
            className={tick === 0 ? 'chart-zero' : 'chart-grid'}
          />
          <text x={area.left - 8} dy="0.32em" textAnchor="end" className="chart-tick">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {shownPoints.map(({ index, tick, group }) => {
        const middle = readMiddle(scales, index)
        const half = (Math.max(tick.length, group?.length ?? 0) * letterWidth) / 2
        const at = Math.max(half, Math.min(middle, area.right - half))
        // Moved to the left, it would lie upon the one before.
        if (shownPoints.length > 1 && middle - at > longestMove) return null
        return (
          <text key={index} y={area.bottom + 15} textAnchor="middle" className="chart-tick">
            <tspan x={at}>{tick}</tspan>
            {group ? (
              <tspan x={at} dy={14}>
                {group}
              </tspan>
            ) : null}
          </text>
        )
      })}
    </g>
  )
}

interface BarsProps {
  readonly scales: TimeScales
  readonly id: string
  readonly marked: number | undefined
}

function Bars({ scales, id, marked }: BarsProps) {
  const { y, bars } = scales
  return numberItems(bars).map(({ item: layer, at: line }) => (
    <g key={line} className={readHue(line)}>
      {numberItems(layer).map(({ item: { from, to }, at: index }) => {
        if (from === to) return null
        const box = {
          ...placeBar(scales, index),
          y: y(to),
          height: Math.max(1, y(from) - y(to)),
          rx: bars.length > 1 ? 0 : 2,
        }
        return (
          <g key={index} opacity={marked === undefined || marked === index ? 1 : 0.5}>
            <rect {...box} className="chart-fill chart-mark" />
            <rect {...box} fill={readPattern(id, line)} className="chart-pattern" />
          </g>
        )
      })}
    </g>
  ))
}

function Lines({ data, scales }: { readonly data: TimeData; readonly scales: TimeScales }) {
  const { points, lines } = data
  const draw = buildLine<number | null>()
    .defined(value => value !== null)
    .x((_, index) => readMiddle(scales, index))
    .y(value => scales.y(value ?? 0))
  return numberItems(lines).map(({ item: { values }, at: line }) => (
    <g key={line} className={readHue(line)}>
      <path
        d={draw(values) ?? ''}
        strokeDasharray={dashes[line % markCount]}
        className="chart-stroke"
      />
      {points.length <= mostDots
        ? numberItems(values).map(({ item: value, at: index }) =>
            value === null ? null : (
              <circle
                key={index}
                cx={readMiddle(scales, index)}
                cy={scales.y(value)}
                r={2.5}
                className="chart-fill"
              />
            ),
          )
        : null}
    </g>
  ))
}

interface MarkAreaProps {
  readonly data: TimeData
  readonly scales: TimeScales
  readonly index: number
  readonly line: number
}

/** Where a mark is pressed: its bar, or around its dot. */
function MarkArea({ data, scales, index, line }: MarkAreaProps) {
  const { y, bars } = scales
  const bar = bars[line]?.[index]
  if (!bar) {
    const value = data.lines[line]?.values[index] ?? 0
    return <circle cx={readMiddle(scales, index)} cy={y(value)} r={9} fill="transparent" />
  }
  const height = Math.max(8, y(bar.from) - y(bar.to))
  return (
    <rect
      {...placeBar(scales, index)}
      y={Math.min(y(bar.to), y(bar.from) - height)}
      height={height}
      fill="transparent"
    />
  )
}

/** The period, and the lowest and highest value. */
function describe({ points, lines }: TimeData, format: (value: number) => string): string {
  const period = [points[0]?.label, points.length > 1 ? points.at(-1)?.label : undefined]
  const texts = lines.map(({ label, values }) => {
    const known = values.filter(value => value !== null)
    if (known.length === 0) return label
    const [low, high] = [Math.min(...known), Math.max(...known)]
    const range = low === high ? format(low) : `${format(low)} – ${format(high)}`
    return lines.length > 1 ? `${label} ${range}` : range
  })
  return [period.filter(Boolean).join(' – '), ...texts].join(', ')
}
