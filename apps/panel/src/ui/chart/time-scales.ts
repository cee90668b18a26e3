import { extent } from 'd3-array'
import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'
import { type Series, stack, stackOffsetDiverging } from 'd3-shape'
import type { ChartLine, ChartPoint } from './chart-data.js'

export type ChartShape = 'lines' | 'bars'

/** The part of a bar that belongs to a line: from one value to the other. */
export interface Bar {
  readonly from: number
  readonly to: number
}

export interface TimeScales {
  readonly x: ScaleBand<number>
  readonly y: ScaleLinear<number, number>
  readonly ticks: readonly number[]
  /** Which points have words on the axis. */
  readonly shownPoints: readonly ShownPoint[]
  /** By line, then by point. Empty for lines. */
  readonly bars: readonly (readonly Bar[])[]
}

interface ShownPoint {
  readonly index: number
  readonly tick: string
  /** Present where it is not the one before. */
  readonly group?: string
}

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Wider bars look like blocks. */
const widestBar = 56

/** Where the bar of a point is. */
export function placeBar({ x }: Pick<TimeScales, 'x'>, index: number) {
  const width = Math.max(1, Math.min(x.bandwidth(), widestBar))
  return { x: (x(index) ?? 0) + (x.bandwidth() - width) / 2, width }
}

/** Of the text of an axis, about. */
export const letterWidth = 6.3
const spaceBetweenWords = 10
const tickDistance = 44

/** Stacks the values of lines over each other; negative ones go down from 0. */
export function stackBars(lines: readonly ChartLine[], count: number): readonly (readonly Bar[])[] {
  const rows = Array.from({ length: count }, (_, index) => index)
  const layers = stack<number, number>()
    .keys(lines.map((_, line) => line))
    .value((index, line) => lines[line]?.values[index] ?? 0)
    .offset(stackOffsetDiverging)(rows) as readonly Series<number, number>[]
  return layers.map(layer => layer.map(([from, to]) => ({ from, to })))
}

/** Lowest and highest number to be drawn; 0 is always among them. */
export function findLimits(
  lines: readonly ChartLine[],
  bars: readonly (readonly Bar[])[],
): readonly [number, number] {
  const drawn =
    bars.length > 0
      ? bars.flat().flatMap(({ from, to }) => [from, to])
      : lines.flatMap(({ values }) => values.filter(value => value !== null))
  const [low = 0, high = 0] = extent([0, ...drawn])
  return low === high ? [low, low + 1] : [low, high]
}

export function buildScales(
  points: readonly ChartPoint[],
  lines: readonly ChartLine[],
  shape: ChartShape,
  area: Area,
): TimeScales {
  const bars = shape === 'bars' ? stackBars(lines, points.length) : []
  const limits = findLimits(lines, bars)
  const height = area.bottom - area.top
  const count = Math.min(6, Math.max(2, Math.floor(height / tickDistance)))
  const y = scaleLinear(limits, [area.bottom, area.top]).nice(count)
  const x = scaleBand(
    points.map((_, index) => index),
    [area.left, area.right],
  ).paddingInner(shape === 'bars' && points.length > 1 ? 0.3 : 0)
  const isWhole = lines.every(({ values }) => values.every(value => Number.isInteger(value ?? 0)))
  return {
    x,
    y,
    bars,
    ticks: y.ticks(count).filter(tick => !isWhole || Number.isInteger(tick)),
    shownPoints: choosePoints(points, x.step()),
  }
}

/**
 * Chooses the points whose words fit beside each other.
 *
 * @example
 * choosePoints([{ tick: 'Jan', label: 'January' }, { tick: 'Feb', label: 'February' }], 20)
 * // [{ index: 0, tick: 'Jan' }]
 */
export function choosePoints(points: readonly ChartPoint[], step: number): readonly ShownPoint[] {
  const longest = Math.max(
    0,
    ...points.map(({ tick, group = '' }) => Math.max(tick.length, group.length)),
  )
  const every = Math.max(1, Math.ceil((longest * letterWidth + spaceBetweenWords) / step))
  let last: string | undefined
  return points.flatMap(({ tick, group }, index) => {
    if (index % every !== 0) return []
    const isNew = group !== undefined && group !== last
    last = group
    return [{ index, tick, ...(isNew && { group }) }]
  })
}
