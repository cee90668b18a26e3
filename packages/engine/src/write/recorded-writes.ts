import { ConflictError } from '@service/base'
import type { Row, SelectNode } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type {
  ChangeEnd,
  ChangeRecorder,
  CollectionModel,
  EngineCall,
  RecordedChange,
} from '../model/model.js'
import type { ListPlan } from '../plan/plan.js'
import { foldJsonPathColumns } from './json-path-columns.js'
import { keyNames, listSourceColumns, readAgain, readRows } from './read-rows.js'
import { splitIntoBatches, type WriteTarget } from './write-targets.js'

/** Records read at a time; a larger change is made in chunks of this size, each recorded. */
export const recordsPerChange = 1000

/** Creates records and reports them to the recorder. */
export async function createRecorded(
  recorder: ChangeRecorder,
  collection: CollectionModel,
  rows: readonly Row[],
  call: EngineCall,
  create: () => Promise<Row[]>,
): Promise<Row[]> {
  const end = await recorder.begin({ operation: 'create', collection, records: rows }, call)
  const created = await orFailed(end, create)
  await end?.done(created)
  return created
}

/** Changes or deletes the records of a target, after the recorder has received each one. */
export async function writeRecorded(
  recorder: ChangeRecorder,
  change: Pick<RecordedChange, 'collection' | 'patch'> & {
    readonly operation: 'update' | 'delete'
    /** True when the write happens only if the records still have expected values. */
    readonly isExpected?: boolean
  },
  target: WriteTarget,
  call: EngineCall,
  write: (target: WriteTarget) => Promise<number>,
): Promise<number> {
  // A JSON path column is recorded under the name of its outer column, which redaction rules use.
  const { isExpected, ...described } = change
  const patch = change.patch && foldJsonPathColumns(change.collection, change.patch)
  let written = 0
  for (const part of await splitChange(change.collection, target, call)) {
    const { where, isPartial } = part
    const records = part.records ?? (await readRows(change.collection, where, call))
    if (records.length === 0) continue
    const end = await recorder.begin({ ...described, patch, records, isPartial }, call)
    const count = await orFailed(end, () => write({ where, count: records.length }))
    if (count === 0 && isExpected) {
      await end?.failed(new ConflictError('Another write changed the record first.'))
      continue
    }
    await end?.done(await readAfter(change, records, count, call))
    written += count
  }
  return written
}

/** How many records were changed, and the one after its change where the source has returned it. */
export interface WrittenRecord {
  readonly matched: number
  /** Empty when the change moved it out of the caller's scope. */
  readonly rows?: Row[]
}

/** Changes the record of a plan; `write` is asked to read every column that is recorded as well. */
export async function recordedUpdate(
  recorder: ChangeRecorder,
  { collection, scan }: ListPlan,
  patch: Row,
  call: EngineCall,
  write: (select: SelectNode) => Promise<WrittenRecord>,
): Promise<WrittenRecord> {
  const records = await readRows(collection, scan.where, call, 1)
  if (records.length === 0) return { matched: 0 }
  const change = {
    operation: 'update',
    collection,
    patch: foldJsonPathColumns(collection, patch),
    records,
  } as const
  const end = await recorder.begin(change, call)
  const columns = listSourceColumns(collection)
  const select = addColumns(scan.select, columns)
  const { matched, rows } = await orFailed(end, () => write(select ?? scan.select))
  const [row] = rows ?? []
  if (matched === 0) await end?.failed(new ConflictError('The record is gone.'))
  else if (end) {
    const isWhole = row !== undefined && select !== undefined
    const after = isWhole ? [pick(row, columns)] : readAgain(collection, records, call, patch)
    await end.done(await after)
  }
  return { matched, rows: rows?.map(each => pick(each, listNames(scan.select))) }
}

const listNames = ({ columns, joins }: SelectNode): readonly string[] => [
  ...columns,
  ...joins.map(({ as }) => as),
]

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.filter(name => name in row).map(name => [name, row[name]]))

const wider = new WeakMap<SelectNode, SelectNode | undefined>()

/**
 * Selects more columns; undefined when a joined row has the name of one. Statements are cached by the
 * identity of what they select.
 */
function addColumns(select: SelectNode, columns: readonly string[]): SelectNode | undefined {
  if (wider.has(select)) return wider.get(select)
  const isClear = select.joins.every(({ as }) => !columns.includes(as))
  const added = { ...select, columns: [...new Set([...select.columns, ...columns])] }
  wider.set(select, isClear ? added : undefined)
  return wider.get(select)
}

interface Part extends WriteTarget {
  readonly records?: readonly Row[]
  readonly isPartial?: boolean
}

/** Writes exactly the records that were read, and none that match since. */
async function splitChange(
  collection: CollectionModel,
  { where }: WriteTarget,
  call: EngineCall,
): Promise<readonly Part[]> {
  const first = await readRows(collection, where, call, recordsPerChange + 1)
  const isWhole = first.length <= recordsPerChange
  const names = keyNames(collection)
  if (names.length === 0) {
    return [{ where, records: first.slice(0, recordsPerChange), isPartial: !isWhole }]
  }
  const buildPart = (rows: readonly Row[]) => {
    const ids = rows.map(row => names.map(name => row[name]))
    const chosen = ConditionTreeFactory.matchIds(names, ids)
    return ConditionTreeFactory.intersect([where, chosen])
  }
  if (isWhole) return [{ where: buildPart(first), records: first }]
  const keys = await readRows(collection, where, call, undefined, names)
  return splitIntoBatches(keys).map(chunk => ({ where: buildPart(chunk) }))
}

async function orFailed<T>(end: ChangeEnd | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await end?.failed(error)
    throw error
  }
}

async function readAfter(
  { collection, operation, patch }: Omit<RecordedChange, 'records'>,
  records: readonly Row[],
  count: number,
  call: EngineCall,
): Promise<readonly (Row | undefined)[] | undefined> {
  if (operation === 'delete' && count >= records.length) return records.map(() => undefined)
  return readAgain(collection, records, call, patch)
}
