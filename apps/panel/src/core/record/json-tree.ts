import { isDocument } from '@service/datasource-toolkit'

/** A line of a JSON value that is shown as a tree. */
export interface JsonRow {
  /** Names of members and indexes of items from the top, as one JSON text. */
  readonly path: string
  readonly depth: number
  /** The name or the index; absent at the top. */
  readonly name?: string
  readonly kind: 'object' | 'list' | 'value' | 'more'
  /** Of a value, the value; of others undefined. */
  readonly value?: unknown
  /** Members of an object, items of a list; of `more`, how many are not shown. */
  readonly count: number
  readonly isOpen: boolean
}

/** What is open, and how many children of it are shown. */
export type OpenPaths = ReadonlyMap<string, number>

/** Children that are shown at once. */
export const jsonStep = 100
/** Members of the top that are open at first, when they are this small. */
const mostOpen = 8
const fewChildren = 4
/** Lines that a page shows; what is below is still in the copy and the download. */
const mostRows = 2_000

/**
 * Lists the lines of a JSON value that are visible, whatever its size: only what is open is read.
 *
 * @example
 * listJsonRows({ a: 1 }, new Map([['[]', 100]]))
 */
export function listJsonRows(value: unknown, open: OpenPaths): readonly JsonRow[] {
  const rows: JsonRow[] = []
  addRows(rows, value, [], undefined, open)
  return rows
}

function addRows(
  rows: JsonRow[],
  value: unknown,
  steps: readonly (string | number)[],
  name: string | undefined,
  open: OpenPaths,
): void {
  if (rows.length >= mostRows) return
  const path = JSON.stringify(steps)
  const own = { path, depth: steps.length, ...(name !== undefined && { name }) }
  const isList = Array.isArray(value)
  if (!isList && !isDocument(value)) {
    rows.push({ ...own, kind: 'value', value, count: 0, isOpen: false })
    return
  }
  const names = isList ? undefined : Object.keys(value)
  const count = isList ? value.length : (names?.length ?? 0)
  const shown = Math.min(open.get(path) ?? 0, count)
  rows.push({ ...own, kind: isList ? 'list' : 'object', count, isOpen: shown > 0 })
  for (let index = 0; index < shown; index++) {
    const step = names?.[index] ?? index
    const child = isList ? value[index] : (value as Record<string, unknown>)[step]
    addRows(rows, child, [...steps, step], String(step), open)
  }
  if (shown > 0 && shown < count && rows.length < mostRows) {
    const more = { path, depth: steps.length + 1, count: count - shown, isOpen: false }
    rows.push({ ...more, kind: 'more' })
  }
}

/**
 * Returns the paths that are open at first: the top, and what is small enough to be read at once.
 *
 * @example
 * openFirst({ a: { b: 1 } })
 */
export function openFirst(value: unknown): OpenPaths {
  const names = isDocument(value) ? Object.keys(value).slice(0, mostOpen) : []
  const small = names.filter(name => isDocument(value) && countChildren(value[name]) <= fewChildren)
  const paths = ['[]', ...small.map(name => JSON.stringify([name]))]
  return new Map(paths.map(path => [path, jsonStep]))
}

function countChildren(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isDocument(value) ? Object.keys(value).length : 0
}

export interface MiniTable {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Rows that are not shown. */
  readonly more: number
}

const mostColumns = 6
const mostTableRows = 20

/**
 * Returns a list of like objects as a small table; undefined when a tree says more.
 *
 * @example
 * buildMiniTable([{ sku: 'a', quantity: 1 }, { sku: 'b', quantity: 2 }])
 */
export function buildMiniTable(value: unknown): MiniTable | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const rows = value.slice(0, mostTableRows)
  if (!rows.every(isFlat)) return undefined
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  if (columns.length === 0 || columns.length > mostColumns) return undefined
  return { columns, rows, more: value.length - rows.length }
}

/** Whether an object has only values that fit in a cell. */
function isFlat(row: unknown): row is Record<string, unknown> {
  if (!isDocument(row)) return false
  const values = Object.values(row)
  return values.length <= mostColumns && values.every(each => countChildren(each) === 0)
}
