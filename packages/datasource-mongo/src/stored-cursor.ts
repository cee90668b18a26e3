import type { Call, ConditionTree, Scan } from '@service/datasource-toolkit'
import {
  collectionNamed,
  columnNamed,
  type MongoCollection,
  type MongoSource,
  partStages,
} from './collection.js'
import { compileMatch } from './compile/match.js'
import { buildProjection } from './compile/rows.js'
import { valueAt } from './nested/nested-path.js'
import { aggregateDocuments } from './run.js'

/**
 * The stored values of the last document of a page, for sort columns that read as null, by name.
 */
export type StoredCursor = ReadonlyMap<string, unknown>

/**
 * A value of an unexpected type reads as null, but the server sorts it by its own type. The next
 * page continues after it only with the stored value.
 */
export async function storedCursor(
  source: MongoSource,
  { select, orderBy, after }: Scan,
  call: Call,
): Promise<StoredCursor | undefined> {
  if (!after) return undefined
  const collection = collectionNamed(source, select.collection)
  const cursor = new Map(orderBy.map(({ field }, index) => [field, after[index] ?? null]))
  const columns = [...cursor].flatMap(([field, value]) =>
    value === null && mayDiffer(collection, field) ? [field] : [],
  )
  const { primaryKey } = collection.schema
  if (columns.length === 0 || !primaryKey.every(name => cursor.has(name))) return undefined
  const isLast = primaryKey.map(
    (field): ConditionTree => ({ field, operator: 'Equal', value: cursor.get(field) }),
  )
  const filter = compileMatch({ aggregator: 'And', conditions: isLast }, name => {
    const column = columnNamed(collection, name)
    return { column, path: column.path }
  })
  const [document] = await aggregateDocuments(
    source,
    collection.source,
    [
      ...partStages(collection),
      { $match: filter ?? {} },
      { $limit: 1 },
      { $project: buildProjection({ collection, columns, joins: [] }) },
    ],
    call,
  )
  const values = columns.map(name => {
    const { path } = columnNamed(collection, name)
    return [name, (document && valueAt(document, path)) ?? undefined] as const
  })
  return new Map(values.filter(([, value]) => value !== undefined))
}

/**
 * JSON paths of unknown type are sorted by their decoded values, and texts are stored as they are
 * read.
 */
function mayDiffer(collection: MongoCollection, field: string): boolean {
  if (field.includes(':')) return false
  const { inside, stored } = columnNamed(collection, field)
  return inside ? inside.isKnown : stored.kind !== 'string' && stored.kind !== 'key'
}
