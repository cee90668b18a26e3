import type { Call, ConditionTree, Row, SelectNode, UpdatedRows } from '@service/datasource-toolkit'
import type { SqlCollection } from './collection.js'
import {
  type CompiledUpdateAndList,
  compileUpdateAndList,
  updateAndListShape,
} from './compile/compile-update-and-list.js'
import { decodeRow } from './compile/select-list.js'
import type { Dialect } from './dialect.js'
import type { TableInfo } from './introspect/introspection.js'
import type { SqlSource } from './source.js'
import { assertChange, runsCode } from './write.js'

/** Updates the rows that match and reads them, where one statement can do both. */
export async function updateAndList(
  source: SqlSource,
  updateReturning: NonNullable<Dialect['updateReturning']>,
  query: {
    readonly collection: SqlCollection
    readonly where: ConditionTree | undefined
    readonly patch: Row
    readonly select: SelectNode
  },
  call: Call,
): Promise<UpdatedRows | undefined> {
  const { collection, patch } = query
  assertChange(collection, patch)
  if (!isReadAtOnce(source, query)) return undefined
  const { cached, values } = source.statements.bound(
    query,
    'update and list ',
    each => updateAndListShape(source, each),
    (each, shape) => withDecoder(compileUpdateAndList(source, updateReturning, each, shape)),
  )
  const { text, decode } = cached.compiled
  const mayShareMessage = !runsCode(collection)
  const statement = { text, values, name: cached.name, decode, mayShareMessage }
  const { rows } = await source.database.write(statement, call.signal)
  return { matched: rows.length, rows: rows.filter(row => row !== undefined) as Row[] }
}

const withDecoder = (compiled: CompiledUpdateAndList) => ({
  ...compiled,
  decode: (cells: readonly unknown[]) =>
    cells[compiled.match] === null ? undefined : decodeRow(compiled.row, cells),
})

/**
 * The statement sees other rows as they were before it. So it cannot be used when it reads other
 * rows of the same table, or rows that triggers or cascades may change. A view can contain any of
 * these.
 */
function isReadAtOnce(
  { collections }: SqlSource,
  { collection: { table }, patch, select }: Parameters<typeof updateAndList>[2],
): boolean {
  if (table.hasTriggers) return false
  const isUnaffected = (joined: TableInfo) =>
    joined !== table &&
    !joined.isView &&
    !joined.foreignKeys.some(key => refersTo(key, table, patch))
  return joinedCollections(select).every(name => {
    const joined = collections.get(name)
    return joined !== undefined && isUnaffected(joined.table)
  })
}

function refersTo(
  { targetSchema, targetTable, targetColumns }: TableInfo['foreignKeys'][number],
  { schema, name }: TableInfo,
  patch: Row,
): boolean {
  return (
    targetTable === name && targetSchema === schema && targetColumns.some(column => column in patch)
  )
}

const joinedNames = new WeakMap<SelectNode, readonly string[]>()

/** The collections that a select joins, at any depth. */
function joinedCollections(select: SelectNode): readonly string[] {
  const known = joinedNames.get(select)
  if (known) return known
  const names = select.joins.flatMap(({ node }) => [node.collection, ...joinedCollections(node)])
  joinedNames.set(select, names)
  return names
}
