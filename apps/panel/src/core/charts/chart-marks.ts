import type { ChartData, ChartPart } from './chart-data.js'

/** Something that can be clicked: a number, a part of a distribution, a period of a line. */
export type ChartMark =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly key: unknown }
  /** The small parts of a distribution together. */
  | { readonly kind: 'others'; readonly keys: readonly unknown[] }
  | { readonly kind: 'period'; readonly index: number; readonly line: number }

/** A part of a distribution as it is drawn. */
export interface DrawnPart {
  readonly mark: ChartMark
  readonly value: number
  /** Absent for the small parts together. */
  readonly part?: ChartPart
}

/**
 * Chooses the parts to draw: the largest, and the others together when there are more.
 *
 * @example
 * groupOthers(parts, 6).at(-1)?.mark.kind // 'others'
 */
export function groupOthers(parts: readonly ChartPart[], most: number): readonly DrawnPart[] {
  const draw = (part: ChartPart): DrawnPart => ({
    mark: { kind: 'part', key: part.key },
    value: part.value,
    part,
  })
  if (parts.length <= most) return parts.map(draw)
  const sorted = parts.toSorted((one, two) => two.value - one.value)
  const others = sorted.slice(most - 1)
  const value = others.reduce((sum, part) => sum + part.value, 0)
  const mark: ChartMark = { kind: 'others', keys: others.map(({ key }) => key) }
  return [...sorted.slice(0, most - 1).map(draw), { mark, value }]
}

/**
 * Lists the marks of a chart with their values, all parts on their own.
 *
 * @example
 * listMarks({ kind: 'value', value: 3 }) // [{ mark: { kind: 'all' }, value: 3 }]
 */
export function listMarks(
  data: ChartData,
): readonly { readonly mark: ChartMark; readonly value: number | null }[] {
  switch (data.kind) {
    case 'value':
    case 'objective':
      return [{ mark: { kind: 'all' }, value: data.value }]
    case 'distribution':
    case 'leaderboard':
      return data.parts.map(({ key, value }) => ({ mark: { kind: 'part', key }, value }))
    case 'time':
    case 'times':
      return data.lines.flatMap(({ values }, line) =>
        values.map((value, index) => ({ mark: { kind: 'period' as const, index, line }, value })),
      )
    default:
      return []
  }
}
