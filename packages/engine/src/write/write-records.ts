import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory, ConstraintError } from '@service/datasource-toolkit'
import { count } from '../aggregate.js'
import { lookupCall } from '../context/inner-call.js'
import type { CollectionModel, EngineCall, ToOneModel } from '../model/model.js'
import { checkRecord } from './check-record.js'
import { type WriteFilter, withExpected } from './expected-values.js'
import { createKeyFormatter, findRelated, matchKeys } from './find-related.js'
import { foldJsonPathColumns } from './json-path-columns.js'
import { requireKey, withOwner } from './owner-key.js'
import { findParents, hasComputedKey, matchRows, movesKeys, readAgain } from './parents.js'
import { refuseMissing, refuseNew } from './refuse-creations.js'
import { isGiven, isUnchanged, listRelations, requireStoredKey } from './related.js'
import type { Rewritten } from './rewritten.js'
import { changeRows, insertRows } from './store.js'
import { splitIntoBatches } from './write-targets.js'

/**
 * Creates records and their nested records, one statement per collection: first the records they
 * reference, then the records, then those that reference them. There is no transaction: when a
 * statement fails, what earlier ones stored stays. Rules are checked before the first.
 */
export function createRecords(
  collection: CollectionModel,
  records: readonly Rewritten[],
  call: EngineCall,
): Promise<Row[]> {
  refuseNew(records, call)
  if (call.isOuter) for (const record of records) checkRecord(collection, record, call)
  return storeRecords(collection, records, call)
}

async function storeRecords(
  collection: CollectionModel,
  records: readonly Rewritten[],
  call: EngineCall,
): Promise<Row[]> {
  const rows = records.map(({ columns }) => foldJsonPathColumns(collection, columns))
  for (const relation of listRelations(records, 'ManyToOne')) {
    await storeTargets(collection, relation, records, rows, call)
  }
  const created = await insertRows(collection, rows, call)
  for (const relation of listRelations(records, 'OneToOne')) {
    await storeDependents(collection, relation, records, created, call)
  }
  return created
}

/** Creates the records that a many-to-one relation references, or changes those its key names. */
async function storeTargets(
  collection: CollectionModel,
  relation: ToOneModel,
  records: readonly Rewritten[],
  rows: readonly Row[],
  call: EngineCall,
): Promise<void> {
  const created: { readonly row: Row; readonly record: Rewritten }[] = []
  for (const [index, { related }] of records.entries()) {
    const record = related.get(relation)
    const row = rows[index]!
    if (record && isGiven(relation, row)) await changeTarget(relation, row, record, call)
    else if (record && !isUnchanged(record)) created.push({ row, record })
  }
  if (created.length === 0) return
  requireStoredKey(collection, relation)
  const targets = await storeRecords(
    relation.target,
    created.map(({ record }) => record),
    call,
  )
  for (const [index, { row }] of created.entries()) {
    for (const { from, to } of relation.keys) row[from] = requireKey(relation, targets[index]!, to)
  }
}

async function changeTarget(
  relation: ToOneModel,
  row: Row,
  record: Rewritten,
  call: EngineCall,
): Promise<void> {
  const { keys, target, name } = relation
  const conditionTree = ConditionTreeFactory.matchIds(
    keys.map(({ to }) => to),
    [keys.map(({ from }) => row[from])],
  )
  if ((await updateRecords(target, { conditionTree }, record, call)) > 0) return
  const columns = keys.map(({ from }) => from)
  throw new ConstraintError('foreignKey', `'${name}' references no record.`, { columns })
}

async function storeDependents(
  collection: CollectionModel,
  relation: ToOneModel,
  records: readonly Rewritten[],
  owners: readonly Row[],
  call: EngineCall,
): Promise<void> {
  const dependents = records.flatMap(({ related }, index) => {
    const record = related.get(relation)
    return record && !isUnchanged(record) ? [withOwner(relation, record, owners[index]!)] : []
  })
  if (dependents.length === 0) return
  requireStoredKey(collection, relation)
  await storeRecords(relation.target, dependents, call)
}

/**
 * Changes the columns of the records of a filter, then the records of their to-one relations:
 * existing ones with one statement, missing ones are created. There is no transaction: when a
 * statement fails, what earlier ones stored stays.
 */
export async function updateRecords(
  collection: CollectionModel,
  filter: WriteFilter,
  record: Rewritten,
  call: EngineCall,
): Promise<number> {
  const { columns, related } = record
  const hasColumns = Object.keys(columns).length > 0
  if (related.size === 0) {
    if (hasColumns) return changeRows(collection, filter, columns, call)
    return count({ collection, filter: withExpected(filter) }, lookupCall(call))
  }
  const relations = [
    ...listRelations([record], 'ManyToOne'),
    ...listRelations([record], 'OneToOne'),
  ]
  // All are read before the first write, which could change what the filter matches.
  const parents = await findParents(collection, withExpected(filter), relations, call)
  let rows: readonly Row[] = parents.map(parent => ({ ...parent, ...columns }))
  await refuseMissing(rows, related, call)
  if (hasColumns) {
    const unscoped = { ...call, findScope: undefined }
    for (const chunk of splitIntoBatches(parents)) {
      const chosen = { ...matchRows(collection, chunk), expected: filter.expected }
      const matched = await changeRows(collection, chosen, columns, unscoped)
      if (matched === 0 && filter.expected) return 0
    }
  }
  let areMoved = hasColumns && hasComputedKey(collection, relations)
  for (const [index, relation] of relations.entries()) {
    const nested = related.get(relation)!
    if (areMoved) rows = await readAgain(collection, rows, relations, call)
    await writeRelated(collection, rows, relation, nested, call)
    areMoved = movesKeys(collection, relation, nested, relations.slice(index + 1))
  }
  return parents.length
}

async function writeRelated(
  collection: CollectionModel,
  parents: readonly Row[],
  relation: ToOneModel,
  record: Rewritten,
  call: EngineCall,
): Promise<void> {
  const found = await changeFound(relation, parents, record, call)
  const textOf = createKeyFormatter(relation, 'from')
  const others = parents.filter(parent => !found.has(textOf(parent)))
  if (others.length === 0 || isUnchanged(record)) return
  call.refusedCreations?.get(relation)?.()
  requireStoredKey(collection, relation)
  if (relation.kind === 'OneToOne') {
    const dependents = others.map(parent => withOwner(relation, record, parent))
    await createRecords(relation.target, dependents, call)
    return
  }
  const created = await createRecords(
    relation.target,
    others.map(() => record),
    call,
  )
  for (const [index, parent] of others.entries()) {
    const key = relation.keys.map(
      ({ from, to }) => [from, requireKey(relation, created[index]!, to)] as const,
    )
    const unscoped = { ...call, findScope: undefined }
    await changeRows(collection, matchRows(collection, [parent]), Object.fromEntries(key), unscoped)
  }
}

/** Changes the existing related records; returns the keys that reference them. */
async function changeFound(
  relation: ToOneModel,
  parents: readonly Row[],
  record: Rewritten,
  call: EngineCall,
): Promise<ReadonlySet<string | undefined>> {
  const textOf = createKeyFormatter(relation, 'from')
  const found = new Set<string | undefined>()
  const keyed = new Map<string, Row>()
  for (const parent of parents) {
    const text = textOf(parent)
    if (text !== undefined) keyed.set(text, parent)
  }
  for (const chunk of splitIntoBatches([...keyed.values()])) {
    for (const key of await changeChunk(relation, chunk, record, call)) found.add(key)
  }
  return found
}

async function changeChunk(
  relation: ToOneModel,
  parents: readonly Row[],
  record: Rewritten,
  call: EngineCall,
): Promise<readonly (string | undefined)[]> {
  const { target } = relation
  const isChangedFirst =
    isUnique(relation) && !keyIn(relation, record) && call.findScope?.(target) === undefined
  if (isChangedFirst) {
    const filter = { conditionTree: matchKeys(relation, parents) }
    const matched = await updateRecords(target, filter, record, call)
    if (matched === parents.length) return parents.map(createKeyFormatter(relation, 'from'))
    if (matched === 0) return []
  }
  const rows = await findRelated(relation, parents, call)
  if (!isChangedFirst && rows.length > 0) {
    refuseKeyChange(relation, record)
    await updateRecords(target, matchRows(target, rows), record, call)
  }
  return rows.map(createKeyFormatter(relation, 'to'))
}

/** Whether a key references at most one record. */
function isUnique({ isPushable, keys, target }: ToOneModel): boolean {
  const { primaryKey, hasProvenKey } = target
  const isKey = primaryKey.every(({ name }) => keys.some(({ to }) => to === name))
  return isPushable || (hasProvenKey && isKey)
}

function keyIn({ keys }: ToOneModel, { columns }: Rewritten) {
  return keys.find(({ to }) => to in columns)
}

function refuseKeyChange(relation: ToOneModel, record: Rewritten): void {
  const key = keyIn(relation, record)
  if (!key) return
  const { name, kind } = relation
  const hint = kind === 'ManyToOne' ? ` Write '${key.from}' to make it lead elsewhere.` : ''
  throw new ValidationError(`'${key.to}' is the key of '${name}': it cannot change.${hint}`)
}
