import { UnprocessableError } from '@service/base'
import type { Row, WriteVerb } from '@service/datasource-toolkit'
import { PrivilegeError, UnprovenKeyError } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall } from '../model/model.js'
import { explainWrite } from '../plan/explain-write.js'
import type { Filter } from '../query.js'
import type { WriteFilter } from './expected-values.js'
import { noteFieldErrors } from './field-errors.js'
import { createdRows, findOverride, overrideContext } from './override.js'
import type { Overrides } from './overrides.js'
import { createRecorded, writeRecorded } from './recorded-writes.js'
import { type WriteTarget, writeTargets } from './write-targets.js'
import { watched } from './write-watch.js'

/** Creates rows, with the override or the source. */
export async function insertRows(
  collection: CollectionModel,
  rows: readonly Row[],
  call: EngineCall,
): Promise<Row[]> {
  if (rows.length === 0) return []
  const { recorder } = collection.settings
  const insert = () => insertUnrecorded(collection, rows, call)
  return watched(call, () =>
    recorder ? createRecorded(recorder, collection, rows, call, insert) : insert(),
  )
}

/** Creates rows without a watch or a recorder, which the caller tells. */
export const insertUnrecorded = (
  collection: CollectionModel,
  rows: readonly Row[],
  call: EngineCall,
): Promise<Row[]> => noted(collection, insertNow(collection, rows, call))

async function insertNow(
  collection: CollectionModel,
  rows: readonly Row[],
  call: EngineCall,
): Promise<Row[]> {
  const override = findOverride(collection, 'create', call)
  const report = createReport(collection, 'create', { columns: listColumns(rows) }, override)
  if (!override) {
    const created = await collection.source.create(rows, call)
    report?.(created.length)
    return created
  }
  const data = Object.freeze(rows.map(row => ({ ...row })))
  const context = overrideContext(collection, 'create', call)
  const created = createdRows(collection, await override({ ...context, data }), rows.length)
  report?.(created.length)
  return created
}

/**
 * Changes columns of the records of a filter, with the override or the source; returns how many.
 */
export function changeRows(
  collection: CollectionModel,
  filter: WriteFilter,
  patch: Row,
  call: EngineCall,
): Promise<number> {
  const override = findOverride(collection, 'update', call)
  const columns = Object.keys(patch)
  const isExpected = filter.expected !== undefined
  const change = { operation: 'update', collection, patch, isExpected } as const
  return writeRows(change, filter, call, async target => {
    const report = createReport(collection, 'update', { ...target, columns }, override)
    const matched = override
      ? await runOverride(collection, target, call, 'update', given =>
          override({ ...given, patch: { ...patch } }),
        )
      : await collection.source.update(target.where, patch, call)
    report?.(matched)
    return matched
  })
}

/** Deletes the records of a filter, with the override or the source; returns how many. */
export function deleteRows(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<number> {
  const override = findOverride(collection, 'delete', call)
  return writeRows({ operation: 'delete', collection }, filter, call, async target => {
    const report = createReport(collection, 'delete', target, override)
    const deleted = override
      ? await runOverride(collection, target, call, 'delete', override)
      : await collection.source.delete(target.where, call)
    report?.(deleted)
    return deleted
  })
}

/** Runs a write on the records of a filter, and reports it to the watch and the recorder. */
function writeRows(
  change: Parameters<typeof writeRecorded>[1],
  filter: WriteFilter,
  call: EngineCall,
  write: (target: WriteTarget) => Promise<number>,
): Promise<number> {
  const { collection } = change
  const { recorder } = collection.settings
  const writeNow = (target: WriteTarget) => noted(collection, write(target))
  const writeOne = (target: WriteTarget) =>
    recorder ? writeRecorded(recorder, change, target, call, writeNow) : writeNow(target)
  return writeTargets(collection, filter, call, target => watched(call, () => writeOne(target)))
}

/** An error of the write refers to fields of the collection. */
async function noted<T>(collection: CollectionModel, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    noteFieldErrors(error, collection)
    throw error
  }
}

type OverrideInput = Parameters<NonNullable<Overrides['delete']>>[0]

/**
 * Counts first, since an override does not return how many records it changed; it is not called for
 * none.
 */
async function runOverride(
  collection: CollectionModel,
  { where, count }: WriteTarget,
  call: EngineCall,
  verb: 'update' | 'delete',
  run: (input: OverrideInput) => unknown,
): Promise<number> {
  const matched = count ?? (await countRows(collection, { where }, call))
  if (matched === 0) return 0
  const context = overrideContext(collection, verb, call)
  await run({ ...context, filter: Object.freeze(where ? { conditionTree: where } : {}) })
  return matched
}

async function countRows(
  { source }: CollectionModel,
  { where }: WriteTarget,
  call: EngineCall,
): Promise<number> {
  const select = { collection: source.name, columns: [], joins: [] }
  const aggregation = { operation: 'Count' } as const
  const [group] = await source.aggregate({ select, where, aggregation }, call)
  return Number(group?.value ?? 0)
}

/**
 * Throws when neither the source nor an override can write to a collection: 403 without the
 * database privilege, else 422, for example for a view. Code may create records without a unique
 * key, since that changes no other record.
 *
 * @example
 * requireWritable(collection, 'delete')
 */
export function requireWritable(
  collection: CollectionModel,
  verb: WriteVerb,
  { isOuter }: Pick<EngineCall, 'isOuter'> = { isOuter: true },
): void {
  const { name, overrides, primaryKey, source, isReadOnly } = collection
  const { schema } = source
  if (overrides?.[verb]) return
  if (schema.missingPrivileges?.has(verb)) {
    throw new PrivilegeError(
      `The agent's database user may not ${verb} records of '${name}'. Whoever runs the database can grant it.`,
    )
  }
  if (!isReadOnly) return
  if (schema.isPrimaryKeyGuessed && !schema.isReadOnly) {
    if (verb === 'create' && !isOuter) return
    const key = primaryKey.map(column => column.name)
    throw new UnprovenKeyError(name, key, 'be written')
  }
  throw new UnprocessableError(`'${name}' is read-only: it cannot be written.`)
}

function listColumns(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap(row => Object.keys(row)))]
}

/** Reports what was written and how long it took, if `debug` is set. */
function createReport(
  { name, settings: { debug } }: CollectionModel,
  verb: keyof Overrides,
  written: Parameters<typeof explainWrite>[2],
  override: unknown,
): ((count: number) => void) | undefined {
  if (!debug) return undefined
  const start = performance.now()
  const text = explainWrite(name, verb, written, override !== undefined)
  return count => debug(`${text}\n  ${count} rows in ${(performance.now() - start).toFixed(1)} ms`)
}
