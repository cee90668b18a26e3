import { escapeFormula, quoteCell } from '@service/base'
import type { ChartDisplay } from '@service/protocol'
import type { ChartData } from './chart-data.js'
import type { ChartMark } from './chart-marks.js'
import { formatChartNumber, formatPeriod } from './chart-units.js'

/** The words of a table, in the language of the person. */
interface TableWords {
  readonly value: string
  readonly previous: string
  readonly objective: string
  readonly group: string
  readonly period: string
  /** For records without a value. */
  readonly none: string
}

/** A number of a table: exact for files, formatted for people. */
interface TableCell {
  readonly value: number | null
  readonly text: string
  readonly mark?: ChartMark
}

/** A row of a table; `key` is what a group or period is called in files. */
interface TableRow {
  readonly label: string
  readonly key: string
  readonly cells: readonly TableCell[]
}

/** The numbers of a chart as a table: the same as what is drawn. */
export interface ChartTable {
  /** The first is that of the labels; absent when there is one row. */
  readonly labelColumn?: string
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}

export interface TableOptions {
  readonly display: ChartDisplay
  readonly language: string
  readonly words: TableWords
  /** How a group is called; the key itself when it is absent. */
  readonly formatKey?: (key: unknown) => string
}

/**
 * Builds the table of a chart; undefined for one that is drawn by other code.
 *
 * @example
 * buildChartTable(data, { display: {}, language: 'en', words })?.rows.length // 5
 */
export function buildChartTable(data: ChartData, options: TableOptions): ChartTable | undefined {
  const { words } = options
  const cell = (value: number | null, mark?: ChartMark): TableCell => ({
    value,
    text: value === null ? '' : formatChartNumber(value, options.display, options.language),
    ...(mark && { mark }),
  })
  switch (data.kind) {
    case 'value': {
      const { value, previous } = data
      const cells = [
        cell(value, { kind: 'all' }),
        ...(previous === undefined ? [] : [cell(previous)]),
      ]
      const columns = previous === undefined ? [words.value] : [words.value, words.previous]
      return { columns, rows: [{ label: '', key: '', cells }] }
    }
    case 'objective': {
      const { value, objective } = data
      const cells = [
        cell(value, { kind: 'all' }),
        ...(objective === undefined ? [] : [cell(objective)]),
      ]
      const columns = objective === undefined ? [words.value] : [words.value, words.objective]
      return { columns, rows: [{ label: '', key: '', cells }] }
    }
    case 'percentage': {
      const text = formatChartNumber(data.value, { unit: '%' }, options.language)
      const cells = [{ value: data.value, text }]
      return { columns: [words.value], rows: [{ label: '', key: '', cells }] }
    }
    case 'distribution':
    case 'leaderboard':
      return {
        labelColumn: words.group,
        columns: [words.value],
        rows: data.parts.map(({ key, value }) => ({
          label: formatKey(key, options),
          key: key === null ? '' : String(key),
          cells: [cell(value, { kind: 'part', key })],
        })),
      }
    case 'time':
    case 'times':
      return {
        labelColumn: words.period,
        columns: data.lines.map(({ key }) => key || words.value),
        rows: data.labels.map((label, index) => ({
          label: formatLabel(data, index, options.language),
          key: data.dates?.[index] ?? label,
          cells: data.lines.map(({ values }, line) =>
            cell(values[index] ?? null, { kind: 'period', index, line }),
          ),
        })),
      }
    default:
      return undefined
  }
}

function formatKey(key: unknown, { words, formatKey: format = String }: TableOptions): string {
  return key === null ? words.none : format(key)
}

/**
 * Returns how a period is called: in the language of the person where its date is known.
 *
 * @example
 * formatLabel(data, 0, 'fr') // 'janv. 2026'
 */
function formatLabel(
  data: Extract<ChartData, { kind: 'time' | 'times' }>,
  index: number,
  language: string,
): string {
  const date = data.dates?.[index]
  return date && data.timeRange
    ? formatPeriod(date, data.timeRange, language)
    : (data.labels[index] ?? '')
}

/**
 * Writes the table of a chart as a CSV file, with exact numbers and first days of periods.
 *
 * @example
 * formatChartCsv({ labelColumn: 'Status', columns: ['Value'], rows })
 */
export function formatChartCsv({ labelColumn, columns, rows }: ChartTable): string {
  const writeRow = (label: string | undefined, cells: readonly string[]) =>
    [...(labelColumn === undefined ? [] : [escapeFormula(label ?? '')]), ...cells].join(',')
  const lines = [
    writeRow(labelColumn, columns.map(escapeFormula)),
    ...rows.map(({ key, cells }) =>
      writeRow(
        key,
        cells.map(({ value }) => (value === null ? '' : quoteCell(String(value)))),
      ),
    ),
  ]
  return `${lines.join('\r\n')}\r\n`
}
