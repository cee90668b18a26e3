import { setImmediate } from 'node:timers/promises'
import type { CsvRows, Page, Scan } from '@service/datasource-toolkit'
import { prefetch } from './execute/stream.js'
import { traced } from './execute/trace.js'
import {
  chunkSizes,
  type IterateOptions,
  type Iteration,
  prefetched,
  reported,
  startIteration,
} from './iterate.js'
import { type CellReading, cellReading, readCells } from './iterate-cells.js'
import type { EngineCall } from './model/model.js'
import { explainPlan } from './plan/explain.js'
import { planCache } from './plan/plan-cache.js'
import { planCsv } from './plan/plan-csv.js'
import { planList } from './plan/plan-list.js'
import type { ListQuery } from './query.js'

const plans = planCache(async (planning, query: ListQuery) =>
  planCsv(await planList(planning, query, true), query),
)

export interface CsvOptions extends IterateOptions {
  /** Whether text that a spreadsheet would run as a formula gets an apostrophe in front. */
  readonly escapesFormulas: boolean
}

/** Rows as lines of CSV, in UTF-8. */
interface CsvLines {
  readonly bytes: Uint8Array
  readonly length: number
}

/** Rows as lines of CSV, or as cells in the order of the projection. */
export type CsvChunk = CsvLines | unknown[][]

/**
 * Reads all records of a query like `iterateCells`, or as lines of CSV where the source can write
 * them.
 *
 * @example
 * for await (const chunk of iterateCsv(query, call, { escapesFormulas: true })) {
 *   output.write('bytes' in chunk ? chunk.bytes : formatLines(chunk))
 * }
 */
export async function* iterateCsv(
  query: ListQuery,
  call: EngineCall,
  options: CsvOptions,
): AsyncGenerator<CsvChunk, void, undefined> {
  const start = await startIteration(query, call, plans)
  if (!start) return
  const { csv } = start.run.plan
  const reading = csv?.kind === 'source' ? cellReading(start, query.projection) : undefined
  if (reading) yield* reported(start, readLines(start, query, reading, options))
  else yield* prefetched(reported(start, readCells(start, query.projection, chunkSizes(options))))
}

/**
 * Formats the plan of an export, without running it.
 *
 * @example
 * console.log(await explainCsv(query, call))
 * // list orders
 * //   scan     orders(id, status)  order by id
 * //   csv      by the source
 */
export async function explainCsv(query: ListQuery, call: EngineCall): Promise<string> {
  return explainPlan(plans.get(query, call) ?? (await plans.make(query, call)))
}

/**
 * Reads each block after the last row of the previous one, while the lines of that one are written.
 * A block with a value that the source cannot write is read again as cells.
 */
async function* readLines(
  { run: { plan, call, trace }, scan }: Iteration,
  { projection }: ListQuery,
  { scan: cellScan, reader, arrange }: CellReading,
  { escapesFormulas, ...options }: CsvOptions,
): AsyncGenerator<CsvChunk, void, undefined> {
  const format = { columns: projection, escapesFormulas }
  let size = chunkSizes(options).first ?? smallestBlock
  let left = scan.page?.limit ?? Number.POSITIVE_INFINITY
  const read = (after: Scan['after']): Block | undefined => {
    if (left <= 0) return undefined
    const page = { skip: 0, limit: Math.min(size, left) }
    return { page, after, rows: prefetch(readRows({ ...scan, page, after })) }
  }
  for (let block = read(scan.after); block; ) {
    const { page, after, rows: reading } = block
    const rows = await reading
    left -= rows.length
    const hasMore = rows.length === page.limit
    block = hasMore ? read(rows.after) : undefined
    // Writing blocks the event loop, so the next statement is sent first.
    if (block) await setImmediate()
    const bytes = rows.write()
    if (bytes) {
      size = chooseBlock(bytes, rows.length)
      if (rows.length > 0) yield { bytes, length: rows.length }
      continue
    }
    const cells = await reader.read({ ...cellScan, page, after })
    left += rows.length - cells.length
    const last = cells.at(-1)
    block = last && cells.length === page.limit ? read(reader.readCursor(last)) : undefined
    if (last) yield arrange ? cells.map(arrange) : cells
  }

  async function readRows(asked: Scan): Promise<CsvRows> {
    call.signal?.throwIfAborted()
    // The plan has checked that the source can read them.
    return traced(trace, plan, () => plan.source.listCsv!(asked, format, call))
  }
}

/** A block that is being read. */
interface Block {
  readonly page: Page
  readonly after: Scan['after']
  readonly rows: Promise<CsvRows>
}

const smallestBlock = 125
const largestBlock = 8000
const blockLength = 160_000

/** As many rows as have about `blockLength` bytes: few sizes, because each is a statement of its own. */
function chooseBlock({ length: bytes }: Uint8Array, rows: number): number {
  const wanted = bytes === 0 ? largestBlock : (blockLength * rows) / bytes
  let size = smallestBlock
  while (size * 2 <= Math.min(wanted, largestBlock)) size *= 2
  return size
}
