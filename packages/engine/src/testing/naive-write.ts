import type { Row } from '@service/datasource-toolkit'
import { evaluate } from '@service/datasource-toolkit'
import { runHooks } from '../hooks/run-hooks.js'
import type { CollectionModel, ColumnModel, ToOneModel } from '../model/model.js'
import type { Filter } from '../query.js'
import { byKey, isVisible, type Naive, naiveMatching } from './naive.js'

/** What is written for a record: its columns, and the records of its to-one relations. */
interface Written {
  readonly columns: Row
  readonly related: Map<ToOneModel, Row>
}

type Action = 'create' | 'update'

/** Creates records one at a time, each with its nested records. */
export async function naiveCreate(
  naive: Naive,
  collection: CollectionModel,
  rows: readonly Row[],
): Promise<Row[]> {
  const { call } = naive
  for (const row of rows) checkGiven(naive, collection, row)
  const data = rows.map(row => ({ ...row }))
  if (call.isOuter) await runHooks(collection, 'Before', 'Create', call, { data })
  const created: Row[] = []
  for (const row of data) created.push(await createOne(naive, collection, row))
  if (call.isOuter) await runHooks(collection, 'After', 'Create', call, { data, records: created })
  return created
}

export async function naiveUpdate(
  naive: Naive,
  collection: CollectionModel,
  filter: Filter,
  given: Row,
): Promise<number> {
  const { call } = naive
  const matching = inOrder(naive, collection, await naiveMatching(naive, collection, filter))
  checkGiven(naive, collection, given)
  const patch = { ...given }
  if (call.isOuter) await runHooks(collection, 'Before', 'Update', call, { filter, patch })
  await change(naive, collection, matching, patch)
  if (call.isOuter) await runHooks(collection, 'After', 'Update', call, { filter, patch })
  return matching.length
}

export async function naiveDelete(
  naive: Naive,
  collection: CollectionModel,
  filter: Filter,
): Promise<number> {
  const matching = new Set(await naiveMatching(naive, collection, filter))
  const rows = findTable(naive, collection)
  rows.splice(0, rows.length, ...rows.filter(row => !matching.has(row)))
  return matching.size
}

function findTable({ stored }: Naive, { name }: CollectionModel): Row[] {
  return stored.get(name) ?? []
}

async function createOne(naive: Naive, collection: CollectionModel, record: Row): Promise<Row> {
  const { columns, related } = await resolveWrites(naive, collection, record, 'create')
  checkNew(naive, collection, { ...record, ...columns }, related)
  for (const [relation, nested] of related) {
    if (relation.kind === 'ManyToOne') await createTarget(naive, relation, columns, nested)
  }
  const row = complete(naive, collection, columns)
  checkUnique(naive, collection, row)
  findTable(naive, collection).push(row)
  for (const [relation, nested] of related) {
    if (relation.kind === 'OneToOne' && !(await isVoid(naive, relation, nested))) {
      await createOne(naive, relation.target, { ...nested, ...ownerKey(relation, row) })
    }
  }
  return { ...row }
}

function checkUnique(naive: Naive, collection: CollectionModel, row: Row): void {
  const primaryKey = collection.primaryKey.map(({ name }) => name)
  for (const columns of [primaryKey, ...(naive.unique?.get(collection.name) ?? [])]) {
    const isTaken = findTable(naive, collection).some(other =>
      columns.every(name => row[name] !== null && other[name] === row[name]),
    )
    if (isTaken) throw new Error(`The key ${columns.join(', ')} is taken.`)
  }
}

/** Returns the record a new one references: changed when its key is given, else created. */
async function createTarget(
  naive: Naive,
  relation: ToOneModel,
  row: Row,
  nested: Row,
): Promise<void> {
  if (relation.keys.every(({ from }) => (row[from] ?? null) !== null)) {
    const [target] = relatedTo(naive, relation, row)
    if (!target || !(await isVisible(naive, relation.target, target))) throw new Error('No target.')
    await change(naive, relation.target, [target], nested)
  } else if (!(await isVoid(naive, relation, nested))) {
    const target = await createOne(naive, relation.target, nested)
    for (const { from, to } of relation.keys) row[from] = target[to]
  }
}

/** Changes the columns first, then each related record, or creates it where there is none. */
async function change(
  naive: Naive,
  collection: CollectionModel,
  rows: readonly Row[],
  patch: Row,
): Promise<void> {
  const { columns, related } = await resolveWrites(naive, collection, patch, 'update')
  checkColumns(naive, collection, { ...patch, ...columns })
  for (const row of rows) Object.assign(row, columns)
  for (const kind of ['ManyToOne', 'OneToOne'] as const) {
    for (const [relation, nested] of related) {
      if (relation.kind === kind) await changeRelated(naive, relation, rows, nested)
    }
  }
}

async function changeRelated(
  naive: Naive,
  relation: ToOneModel,
  rows: readonly Row[],
  nested: Row,
): Promise<void> {
  const { target, keys } = relation
  const found = rows.map(row => ({ row, other: relatedTo(naive, relation, row)[0] }))
  const others = new Set(found.flatMap(({ other }) => (other ? [other] : [])))
  for (const other of others) {
    if (!(await isVisible(naive, target, other))) throw new Error('The target is out of scope.')
  }
  // A key that references nothing must look like one that references what is out of scope.
  const isScoped = naive.call.findScope?.(target) !== undefined
  const hasKey = (row: Row) => keys.every(({ from }) => row[from] !== null)
  if (isScoped && found.some(({ row, other }) => !other && hasKey(row))) {
    throw new Error('The target is out of scope.')
  }
  await change(naive, target, inOrder(naive, target, others), nested)
  if (await isVoid(naive, relation, nested)) return
  for (const { row, other } of found) {
    if (other) continue
    const owner = relation.kind === 'OneToOne' ? ownerKey(relation, row) : {}
    const created = await createOne(naive, target, { ...nested, ...owner })
    if (relation.kind === 'ManyToOne') for (const { from, to } of keys) row[from] = created[to]
  }
}

function relatedTo(naive: Naive, { target, keys }: ToOneModel, row: Row): readonly Row[] {
  return byKey(naive, target).filter(candidate =>
    keys.every(({ from, to }) => row[from] !== null && row[from] === candidate[to]),
  )
}

function ownerKey({ keys }: ToOneModel, owner: Row): Row {
  return Object.fromEntries(keys.map(({ from, to }) => [to, owner[from]]))
}

function inOrder(naive: Naive, collection: CollectionModel, rows: Iterable<Row>): readonly Row[] {
  const wanted = new Set(rows)
  return byKey(naive, collection).filter(row => wanted.has(row))
}

async function isVoid(naive: Naive, { target }: ToOneModel, nested: Row): Promise<boolean> {
  const { columns, related } = await resolveWrites(naive, target, nested, 'create')
  for (const [relation, deeper] of related) {
    if (!(await isVoid(naive, relation, deeper))) return false
  }
  return Object.values(columns).every(value => value === null)
}

function complete(naive: Naive, collection: CollectionModel, columns: Row): Row {
  const row: Row = {}
  for (const field of collection.fields.values()) {
    if (field.kind !== 'Column' || field.read.kind !== 'native') continue
    const ids = () => findTable(naive, collection).map(other => Number(other[field.name]))
    const missing = () => (field.isPrimaryKey ? Math.max(0, ...ids()) + 1 : null)
    row[field.name] = columns[field.name] ?? missing()
  }
  return row
}

/** Follows imported fields to the end of their path, and replaced writings to what they return. */
async function resolveWrites(
  naive: Naive,
  collection: CollectionModel,
  record: Row,
  action: Action,
): Promise<Written> {
  const written: Written = { columns: {}, related: new Map() }
  const writeAll = async (patch: Row, writer?: string): Promise<void> => {
    for (const [name, value] of Object.entries(patch)) {
      const field = collection.fields.get(name)
      if (field?.kind === 'ManyToOne' || field?.kind === 'OneToOne') {
        addRelated(written, field, value as Row)
      } else if (field?.kind === 'Column') {
        const { write } = field
        if (write.kind === 'replaced' && writer !== name) {
          const context = collection.context(naive.call, 'naive evaluation')
          const answer = await write.handler(value, { ...context, action, record })
          if (answer) await writeAll(answer as Row, name)
        } else writeColumn(written, collection, field, value)
      } else throw new Error(`'${name}' cannot be written.`)
    }
  }
  await writeAll(record)
  return written
}

function writeColumn(
  written: Written,
  collection: CollectionModel,
  column: ColumnModel,
  value: unknown,
): void {
  const write = column.write.kind === 'replaced' ? column.write.own : column.write
  if (write.kind === 'none') throw new Error(`'${column.name}' is read-only.`)
  if (write.kind === 'imported' && column.read.kind === 'alias') {
    const [relation = '', ...rest] = column.read.path.split(':')
    const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    addRelated(written, collection.fields.get(relation) as ToOneModel, nested as Row)
    return
  }
  addValue(written.columns, column.name, value)
}

function addRelated({ related }: Written, relation: ToOneModel, values: Row): void {
  const known = related.get(relation) ?? {}
  related.set(relation, known)
  for (const [name, value] of Object.entries(values)) addValue(known, name, value)
}

function addValue(values: Row, name: string, value: unknown): void {
  const known = values[name]
  if (known !== undefined && known !== value) {
    if (typeof known !== 'object' || typeof value !== 'object' || !known || !value) {
      throw new Error(`'${name}' is written twice.`)
    }
    for (const [inner, item] of Object.entries(value)) addValue(known as Row, inner, item)
    return
  }
  values[name] = value !== null && typeof value === 'object' ? { ...value } : value
}

/** Clients may not violate rules, neither with the given values nor with those that are written. */
function checkGiven(naive: Naive, collection: CollectionModel, row: Row): void {
  checkColumns(naive, collection, row)
}

function checkColumns(naive: Naive, collection: CollectionModel, row: Row): void {
  if (!naive.call.isOuter) return
  for (const name of Object.keys(row)) {
    const field = collection.fields.get(name)
    if (field?.kind === 'Column') checkValue(naive, field, row[name])
  }
}

function checkNew(
  naive: Naive,
  collection: CollectionModel,
  row: Row,
  related: Written['related'],
): void {
  if (!naive.call.isOuter) return
  const pending = new Set([...related.keys()].flatMap(({ keys }) => keys.map(({ from }) => from)))
  for (const field of collection.fields.values()) {
    if (field.kind === 'Column' && !pending.has(field.name)) {
      checkValue(naive, field, row[field.name])
    }
  }
}

function checkValue(naive: Naive, { checks, columnType }: ColumnModel, given: unknown): void {
  const value = given ?? null
  for (const { operator, value: operand } of checks) {
    const leaf = { field: 'value', operator, value: operand }
    const holds = value === null || evaluate(leaf, { value }, () => columnType, naive.call)
    if (!holds) throw new Error(`A value breaks the rule ${operator}.`)
  }
}
