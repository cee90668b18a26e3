import type { CsvLines } from '@service/datasource-toolkit'
import { CsvReader } from './execute/csv-reader.js'
import {
  chunkSizes,
  type IterateOptions,
  type Iteration,
  prefetched,
  reported,
  startIteration,
} from './iterate.js'
import { readCells } from './iterate-cells.js'
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
  if (csv?.kind === 'source') yield* reported(start, readLines(start, query, options))
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

async function* readLines(
  start: Iteration,
  { projection }: ListQuery,
  { escapesFormulas, ...options }: CsvOptions,
): AsyncGenerator<CsvLines, void, undefined> {
  const format = { columns: projection, escapesFormulas }
  const reader = new CsvReader(start, format, options.firstChunkSize ?? options.chunkSize)
  try {
    for (let lines = await reader.next(); lines; lines = await reader.next()) yield lines
  } finally {
    reader.stop()
  }
}
