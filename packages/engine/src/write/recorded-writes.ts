import { ConflictError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type {
  ChangeEnd,
  ChangeRecorder,
  CollectionModel,
  EngineCall,
  RecordedChange,
} from '../model/model.js'
import { foldJsonPathColumns } from './json-path-columns.js'
import { keyNames, readAgain, readRows } from './read-rows.js'
import { splitIntoBatches, type WriteTarget } from './write-targets.js'

/** Records read at a time; a larger change is made in chunks of this size, each recorded. */
export const recordsPerChange = 1000

/** Creates records and reports them to the recorder. */
export async function recordedCreate(
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
export async function recordedWrite(
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
