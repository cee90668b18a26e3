import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import { columnsKeyText } from '../execute/relation-key-text.js'
import type { CollectionModel, EngineCall } from '../model/model.js'

/** Reads the records again by their keys; undefined when that is not possible. */
export async function readAgain(
  collection: CollectionModel,
  records: readonly Row[],
  call: EngineCall,
  patch: Row = {},
): Promise<readonly (Row | undefined)[] | undefined> {
  const names = keyNames(collection)
  if (names.length === 0) return undefined
  const ids = records.map(row =>
    names.map(name => (Object.hasOwn(patch, name) ? patch[name] : row[name])),
  )
  try {
    // Changes are recorded even if the client has closed the connection, so the signal is not
    // passed on.
    const where = ConditionTreeFactory.matchIds(names, ids)
    const rows = await readRows(collection, where, { ...call, signal: undefined })
    const formatKey = columnsKeyText(collection, names)
    const byKey = new Map(rows.map(row => [formatKey(names.map(name => row[name])), row]))
    return ids.map(id => byKey.get(formatKey(id)))
  } catch (error) {
    collection.settings.logger?.('Warn', `'${collection.name}' could not be read again`, error)
    return undefined
  }
}

/** Reads every column of the source, or the named ones. */
export async function readRows(
  collection: CollectionModel,
  where: ConditionTree | undefined,
  call: EngineCall,
  limit?: number,
  columns: readonly string[] = listSourceColumns(collection),
): Promise<Row[]> {
  const { source } = collection
  const select = { collection: source.name, columns, joins: [] }
  const page = limit === undefined ? undefined : { skip: 0, limit }
  return source.list({ select, where, orderBy: [], page }, call)
}

/** Returns the columns of the source itself. */
export function listSourceColumns({ source }: CollectionModel): readonly string[] {
  const fields = Object.entries(source.schema.fields)
  return fields.flatMap(([name, field]) =>
    field.kind === 'Column' && !field.jsonPath ? [name] : [],
  )
}

/** Returns the columns of the primary key; empty when it is not unique. */
export const keyNames = ({ primaryKey, hasProvenKey }: CollectionModel): readonly string[] =>
  hasProvenKey ? primaryKey.map(({ name }) => name) : []
