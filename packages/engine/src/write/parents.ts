import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory, UnprovenKeyError } from '@service/datasource-toolkit'
import { plainList } from '../list.js'
import type { EngineCall } from '../model/model.js'
import { type CollectionModel, isStored, type ToOneModel } from '../model/model.js'
import type { Filter } from '../query.js'
import type { Rewritten } from './rewritten.js'
import { splitIntoBatches } from './write-targets.js'

/** Finds the records of a filter, by primary key, with the keys of the relations to write. */
export function findParents(
  collection: CollectionModel,
  filter: Filter,
  relations: readonly ToOneModel[],
  call: EngineCall,
): Promise<Row[]> {
  const keys = relations.flatMap(relation => relation.keys.map(({ from }) => from))
  const projection = [...new Set([...requirePrimaryKey(collection), ...keys])]
  return plainList({ collection, filter, projection, sort: [] }, call)
}

/** Reads the same records as they are stored now. */
export async function readAgain(
  collection: CollectionModel,
  parents: readonly Row[],
  relations: readonly ToOneModel[],
  call: EngineCall,
): Promise<readonly Row[]> {
  const unscoped = { ...call, findScope: undefined }
  const rows: Row[] = []
  for (const chunk of splitIntoBatches(parents)) {
    rows.push(...(await findParents(collection, matchRows(collection, chunk), relations, unscoped)))
  }
  return rows
}

/** Whether writing a relation can change the keys of other relations of the same records. */
export function movesKeys(
  collection: CollectionModel,
  relation: ToOneModel,
  record: Rewritten,
  relations: readonly ToOneModel[],
): boolean {
  if (relations.length === 0) return false
  if (hasComputedKey(collection, relations) || reaches(collection, relation, record)) return true
  const own = relation.kind === 'ManyToOne' ? relation.keys.map(({ from }) => from) : []
  return relations.some(({ keys }) => keys.some(({ from }) => own.includes(from)))
}

/** Whether a relation's key is computed: it then changes when the fields it depends on do. */
export function hasComputedKey(
  collection: CollectionModel,
  relations: readonly ToOneModel[],
): boolean {
  return relations.some(({ keys }) =>
    keys.some(({ from }) => !isStored(collection.path(from).column.read)),
  )
}

/** Whether a record written through the relation may belong to the collection. */
function reaches(
  collection: CollectionModel,
  { target }: ToOneModel,
  { related }: Rewritten,
): boolean {
  if (target === collection) return true
  return [...related].some(([relation, record]) => reaches(collection, relation, record))
}

export function requirePrimaryKey({
  name,
  primaryKey,
  hasProvenKey,
}: CollectionModel): readonly string[] {
  const names = primaryKey.map(column => column.name)
  if (hasProvenKey) return names
  if (names.length > 0) throw new UnprovenKeyError(name, names, 'be written one by one')
  throw new UnprocessableError(
    `'${name}' has no primary key: nothing can be written through its relations.`,
  )
}

export function matchRows(collection: CollectionModel, rows: readonly Row[]): Filter {
  const names = requirePrimaryKey(collection)
  const ids = rows.map(row => names.map(name => row[name]))
  return { conditionTree: ConditionTreeFactory.matchIds(names, ids) }
}
