import type { FieldPath, Row, Scan, SelectNode } from '@service/datasource-toolkit'
import { type ChunkReader, type ChunkSizes, readChunks } from './execute/stream.js'
import { traced } from './execute/trace.js'
import {
  chunkSizes,
  cutPage,
  type IterateOptions,
  type Iteration,
  mapChunks,
  prefetched,
  reported,
  seenRows,
  startIteration,
} from './iterate.js'
import type { EngineCall } from './model/model.js'
import { cellPaths } from './plan/cell-paths.js'
import type { ListQuery } from './query.js'

/**
 * Reads all records of a query like `iterate`, each as its cells in the order of the projection,
 * which is faster than rows for many records. A number may be given as the text that JavaScript
 * prints for it.
 *
 * @example
 * for await (const rows of iterateCells(query, call)) {
 *   for (const cells of rows) console.log(cells.join(','))
 * }
 */
export async function* iterateCells(
  query: ListQuery,
  call: EngineCall,
  options: IterateOptions = {},
): AsyncGenerator<unknown[][], void, undefined> {
  const start = await startIteration(query, call)
  if (!start) return
  const sizes = chunkSizes(options)
  yield* prefetched(reported(start, readCells(start, query.projection, sizes)))
}

/** Reads the records of an iteration as cells, by the source where it can. */
export function readCells(
  start: Iteration,
  projection: readonly FieldPath[],
  sizes: ChunkSizes,
): AsyncGenerator<unknown[][]> {
  const reading = cellReading(start, projection)
  if (!reading) return cellsFromRows(start, projection, sizes)
  const { scan, reader, arrange } = reading
  const chunks = cutPage(readChunks(start.run, scan, reader, sizes), scan.page)
  return arrange ? mapChunks(chunks, rows => rows.map(arrange)) : chunks
}

interface CellReading {
  /** The scan, with the columns of the projection first. */
  readonly scan: Scan
  readonly reader: ChunkReader<unknown[]>
  /** Puts cells into the order of the projection. Absent when they are in it. */
  readonly arrange?: (cells: readonly unknown[]) => unknown[]
}

/** Undefined when the source cannot return cells, or when its rows need further steps. */
function cellReading(
  { run, scan, runHooksOnChunk: see }: Iteration,
  projection: readonly FieldPath[],
): CellReading | undefined {
  const { source, steps, isResumable } = run.plan
  if (!source.listCells || see || steps.some(({ kind }) => kind !== 'shape')) return undefined
  // A scan that is read in one statement returns rows.
  if (!isResumable && source.listChunks) return undefined
  const select = orderColumns(scan.select, projection)
  const paths = cellPaths(select)
  const wanted = projection.map(path => paths.indexOf(path))
  const sorted = scan.orderBy.map(({ field }) => paths.indexOf(field))
  // Columns that the source does not have under the same name are computed from its rows.
  if (wanted.includes(-1) || (run.plan.isResumable && sorted.includes(-1))) return undefined
  const reader: ChunkReader<unknown[]> = {
    read: (chunk: Scan) =>
      traced(run.trace, run.plan, () => source.listCells?.(chunk, run.call) ?? []),
    readCursor: cells => sorted.map(index => cells[index]),
  }
  const isExact = paths.length === wanted.length && wanted.every((index, i) => index === i)
  return { scan: { ...scan, select }, reader, ...(!isExact && { arrange: pick(wanted) }) }
}

const pick = (indexes: readonly number[]) => (cells: readonly unknown[]) =>
  indexes.map(index => cells[index])

/** Puts the columns of the projection first, so that most cells are already in its order. */
function orderColumns(select: SelectNode, projection: readonly FieldPath[]): SelectNode {
  const names = new Set(select.columns)
  return { ...select, columns: [...new Set([...projection, ...names])].filter(n => names.has(n)) }
}

function cellsFromRows(
  start: Iteration,
  projection: readonly FieldPath[],
  sizes: ChunkSizes,
): AsyncGenerator<unknown[][]> {
  const paths = projection.map(path => path.split(':'))
  return mapChunks(seenRows(start, sizes), rows =>
    rows.map(row => paths.map(path => valueAt(row, path))),
  )
}

function valueAt(row: Row, path: readonly string[]): unknown {
  let value: unknown = row
  for (const name of path) value = (value as Row | null | undefined)?.[name]
  return value ?? null
}
