import type { ReadValue, Row } from '@service/datasource-toolkit'
import { ConstraintError } from '@service/datasource-toolkit'
import { create } from './create.js'
import { runPlan } from './list.js'
import type { CollectionModel, EngineCall, ToOneModel } from './model/model.js'
import type { ListPlan } from './plan/plan.js'
import { isOwnCondition } from './plan/plan-write.js'
import type { RecordQuery } from './query.js'
import { onlyRow, recordPlan } from './read-record.js'
import { checkNewRecord } from './write/check-rules.js'
import { createRecorded } from './write/recorded-writes.js'
import { insertUnrecorded, requireWritable } from './write/store.js'
import { storesDirectly } from './write/stores-directly.js'
import { watched } from './write/write-watch.js'

/** A many-to-one relation and the record it is to reference. */
export interface NewLink {
  readonly relation: ToOneModel
  /** Reads at least the columns that the keys of the relation reference. */
  readonly query: RecordQuery
  readonly id: readonly unknown[]
}

/**
 * Creates a record whose links must reference records in the caller's scope, or throws a 400; uses
 * one statement where the source can.
 *
 * @example
 * const query = { collection: relation.target, projection: ['id'] }
 * const order = await createLinked(orders, { total: 12 }, [{ relation, query, id: [7] }], call)
 */
export async function createLinked(
  collection: CollectionModel,
  row: Row,
  links: readonly NewLink[],
  call: EngineCall,
): Promise<Row> {
  requireWritable(collection, 'create', call)
  const planned = await Promise.all(
    links.map(async ({ relation, query, id }) => ({
      relation,
      id,
      plan: await recordPlan(query, id, call),
    })),
  )
  const readTargets = async (): Promise<Row> => {
    const targets = await Promise.all(planned.map(link => readTargetKey(link, call)))
    return Object.assign({}, row, ...targets)
  }
  const values = storesDirectly(collection, 'create', row, call)
    ? listReadValues(collection, planned)
    : undefined
  if (!values) {
    const [created] = await create(collection, [await readTargets()], call)
    return created!
  }
  if (call.isOuter) checkNewRecord(collection, row, call)
  const insert = async () => {
    const created = await collection.source.createReading?.(row, values, call)
    if (created) return [created]
    const whole = await readTargets()
    if (call.isOuter) checkNewRecord(collection, whole, call)
    return insertUnrecorded(collection, [whole], call)
  }
  const { recorder } = collection.settings
  const announced = [{ ...row, ...listKnownKeys(planned) }]
  const [created] = await watched(call, () =>
    recorder ? createRecorded(recorder, collection, announced, call, insert) : insert(),
  )
  return created!
}

interface PlannedLink {
  readonly relation: ToOneModel
  readonly id: readonly unknown[]
  readonly plan: ListPlan
}

/** What the source may read in the statement that inserts; undefined when it cannot. */
function listReadValues(
  { source, sourceId }: CollectionModel,
  links: readonly PlannedLink[],
): ReadonlyMap<string, ReadValue> | undefined {
  if (links.length === 0 || !source.createReading) return undefined
  const values = new Map<string, ReadValue>()
  for (const { relation, plan } of links) {
    const { where } = plan.scan
    const { target } = relation
    if (target.sourceId !== sourceId || !target.hasProvenKey) return undefined
    if (!where || !isOwnCondition(plan)) return undefined
    for (const { from, to } of relation.keys) {
      values.set(from, { collection: plan.source.name, column: to, where })
    }
  }
  return values
}

/** The foreign keys that follow from the ids. */
function listKnownKeys(links: readonly PlannedLink[]): Row {
  const row: Row = {}
  for (const { relation, id } of links) {
    for (const { from, to } of relation.keys) {
      const index = relation.target.primaryKey.findIndex(({ name }) => name === to)
      if (index >= 0) row[from] = id[index]
    }
  }
  return row
}

/** Returns the foreign key of the target that was found. */
async function readTargetKey({ relation, id, plan }: PlannedLink, call: EngineCall): Promise<Row> {
  const target = onlyRow(relation.target, id, await runPlan(plan, call))
  if (target) return Object.fromEntries(relation.keys.map(({ from, to }) => [from, target[to]]))
  const columns = relation.keys.map(({ from }) => from)
  throw new ConstraintError('foreignKey', `'${relation.name}' references no record.`, { columns })
}
