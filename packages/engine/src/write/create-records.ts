import { ownValue, UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory, ConstraintError } from '@service/datasource-toolkit'
import type { CollectionModel, ToOneModel } from '../model/model.js'
import type { EngineCall } from '../query.js'
import { checkNewRecord, checkPatch } from './check-rules.js'
import { foldPlaces } from './places.js'
import { refuseNew } from './refuse-creations.js'
import { isGiven, isVoid, relationsOf, requireStoredKey } from './related.js'
import type { Rewritten } from './rewrite.js'
import { insertRows } from './store.js'
import { updateRecords } from './update-records.js'

/**
 * Creates records with those of their to-one relations, one statement per collection: what they
 * point to first, then the records, then what points to them. There is no transaction around it:
 * when a statement fails, what earlier ones stored stays. Rules are checked before the first.
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

function checkRecord(
  collection: CollectionModel,
  { given, columns, related }: Rewritten,
  call: EngineCall,
  foreign: readonly string[] = [],
): void {
  const pending = new Set(foreign)
  for (const [relation, record] of related) {
    if (isGiven(relation, columns)) {
      checkPatch(relation.target, record, call)
      continue
    }
    if (relation.kind === 'OneToOne') {
      checkRecord(
        relation.target,
        record,
        call,
        relation.keys.map(({ to }) => to),
      )
    } else if (!isVoid(record)) {
      checkRecord(relation.target, record, call)
      for (const { from } of relation.keys) pending.add(from)
    }
  }
  checkNewRecord(collection, { ...given, ...columns }, call, pending)
}

async function storeRecords(
  collection: CollectionModel,
  records: readonly Rewritten[],
  call: EngineCall,
): Promise<Row[]> {
  const rows = records.map(({ columns }) => foldPlaces(collection, columns))
  for (const relation of relationsOf(records, 'ManyToOne')) {
    await storeTargets(collection, relation, records, rows, call)
  }
  const created = await insertRows(collection, rows, call)
  for (const relation of relationsOf(records, 'OneToOne')) {
    await storeDependents(collection, relation, records, created, call)
  }
  return created
}

/** Creates the records that a many-to-one relation leads to, or changes those its key names. */
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
    else if (record && !isVoid(record)) created.push({ row, record })
  }
  if (created.length === 0) return
  requireStoredKey(collection, relation)
  const targets = await storeRecords(
    relation.target,
    created.map(({ record }) => record),
    call,
  )
  for (const [index, { row }] of created.entries()) {
    for (const { from, to } of relation.keys) row[from] = keyOf(relation, targets[index]!, to)
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
  throw new ConstraintError('foreignKey', `'${name}' leads to no record.`, { columns })
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
    return record && !isVoid(record) ? [withOwner(relation, record, owners[index]!)] : []
  })
  if (dependents.length === 0) return
  requireStoredKey(collection, relation)
  await storeRecords(relation.target, dependents, call)
}

/** A record that points to its owner. */
export function withOwner(relation: ToOneModel, record: Rewritten, owner: Row): Rewritten {
  const key = relation.keys.map(({ from, to }) => [to, keyOf(relation, owner, from)] as const)
  return { ...record, columns: { ...record.columns, ...Object.fromEntries(key) } }
}

/** The key of a record that was just stored, or read. */
export function keyOf({ name }: ToOneModel, row: Row, column: string): unknown {
  const value = ownValue(row, column) ?? null
  if (value !== null) return value
  throw new UnprocessableError(
    `'${name}' cannot be written: the record it is reached by has no '${column}'.`,
  )
}
