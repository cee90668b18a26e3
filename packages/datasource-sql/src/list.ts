import type { Call, Row, Scan } from '@service/datasource-toolkit'
import {
  type CompiledList,
  compileList,
  listShape,
  withPageWritten,
} from './compile/compile-list.js'
import {
  createDedicatedPlanPolicy,
  type DedicatedPlanPolicy,
  recordDuration,
} from './compile/dedicated-plan-policy.js'
import { cellsDecoder, decodeRow } from './compile/select-list.js'
import { bind } from './compile/slots.js'
import { createWrittenPages, planPage } from './compile/written-pages.js'
import type { Statement } from './database.js'
import type { SqlSource } from './source.js'

/** Reads the rows of a scan with one statement. */
export function list(source: SqlSource, scan: Scan, call: Call): Promise<Row[]> {
  return read(source, scan, call, 'decode') as Promise<Row[]>
}

/** Reads the rows of a scan as cells, with the same statement. */
export function listCells(source: SqlSource, scan: Scan, call: Call): Promise<unknown[][]> {
  return read(source, scan, call, 'decodeCells') as Promise<unknown[][]>
}

/** Reads the rows of a scan in chunks, with one statement. */
export function listChunks(
  source: SqlSource,
  scan: Scan,
  chunkSize: number,
  call: Call,
): AsyncIterable<Row[]> {
  const { cached, values } = boundList(source, scan)
  const { text, decode } = cached.compiled
  const chunks = source.database.readChunks({ text, values, decode }, chunkSize, call.signal)
  return chunks as AsyncIterable<Row[]>
}

function read(
  source: SqlSource,
  scan: Scan,
  call: Call,
  decoder: 'decode' | 'decodeCells',
): Promise<unknown[]> {
  const bound = boundList(source, scan)
  const { cached, values } = bound
  const { text, [decoder]: decode } = cached.compiled
  const shared = { text, values, name: cached.name, decode }
  if (!scan.page || !source.dialect.plansAhead) return readRows(source, shared, call)
  bound.policy ??= createDedicatedPlanPolicy()
  cached.pages ??= createWrittenPages()
  const { ownName } = source.statements
  const planned = planPage(source, scan, bound.shapeValues, cached.pages, ownName)
  const policies = [bound.policy, cached.pages.policy] as const
  return readWithPolicy(source, scan, { ...shared, planned }, policies, call)
}

const boundList = (source: SqlSource, scan: Scan) =>
  source.statements.bound(
    scan,
    'list ',
    query => listShape(source, query),
    (query, shape) => withDecoders(compileList(source, query, shape)),
  )

/** Uses a dedicated plan for a list that is requested repeatedly; `ofShape` decides for all lists like it. */
async function readWithPolicy(
  source: SqlSource,
  scan: Scan,
  shared: Statement,
  [policy, ofShape]: readonly [DedicatedPlanPolicy, DedicatedPlanPolicy],
  call: Call,
): Promise<unknown[]> {
  const isOwn = policy.isDedicatedUsed
  if (isOwn) policy.own ??= ownStatement(source, scan)
  const statement = isOwn && policy.own ? { ...shared, ...policy.own } : shared
  const start = performance.now()
  let isAnswered = false
  try {
    const rows = await readRows(source, statement, call)
    isAnswered = true
    return rows
  } finally {
    // A failed run of the shared statement and a run that started before the policy changed are not
    // measured.
    if ((isAnswered || isOwn) && isOwn === policy.isDedicatedUsed) {
      recordDuration(policy, performance.now() - start)
    }
    if (isAnswered && !shared.planned) recordDuration(ofShape, performance.now() - start)
  }
}

function ownStatement(source: SqlSource, scan: Scan): DedicatedPlanPolicy['own'] {
  const name = source.statements.ownName()
  if (!name || !scan.page) return undefined
  const shape = withPageWritten(listShape(source, scan), scan.page)
  const { text, slots } = compileList(source, scan, shape)
  return { text, name, values: bind(slots, shape.values) }
}

const readRows = (source: SqlSource, statement: Statement, call: Call): Promise<unknown[]> =>
  source.database.read(statement, call.signal).then(({ rows }) => rows)

const withDecoders = (compiled: CompiledList) => ({
  ...compiled,
  decode: (cells: readonly unknown[]) => decodeRow(compiled.row, cells),
  decodeCells: cellsDecoder(compiled.row, compiled.width),
})
