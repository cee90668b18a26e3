import type { Call, ConditionTree } from '@service/datasource-toolkit'
import type { ClientSession, Document } from 'mongodb'
import {
  columnNamed,
  type MongoCollection,
  type MongoSource,
  type NestedCollection,
  openCollection,
  partStages,
  positionPath,
} from '../collection.js'
import { compileMatch } from '../compile/match.js'
import { valueAt } from './nested-path.js'

/** A row of a nested collection with its location in the document. */
export interface Found {
  readonly id: unknown
  readonly positions: readonly number[]
  readonly content: unknown
}

/**
 * Finds the rows of a nested collection inside arrays; values stay in their stored form, so that
 * they can be written back.
 */
export async function findRows(
  source: MongoSource,
  collection: MongoCollection,
  nested: NestedCollection,
  where: ConditionTree | undefined,
  call: Call,
  session: ClientSession | undefined,
): Promise<Found[]> {
  const filter = compileMatch(where, name => {
    const column = columnNamed(collection, name)
    return { column, path: column.path }
  })
  const positions = nested.arrays.map(positionPath)
  const pipeline: Document[] = [
    ...partStages(collection),
    ...(filter ? [{ $match: filter }] : []),
    {
      $project: { [nested.path]: 1, ...Object.fromEntries(positions.map(path => [path, 1])) },
    },
  ]
  const documents = await openCollection(source, collection)
    .aggregate(pipeline, {
      maxTimeMS: source.timeoutMs,
      promoteValues: false,
      ...(call.signal && { signal: call.signal }),
      ...(session && { session }),
    })
    .toArray()
  return documents.map(document => ({
    id: document._id,
    positions: positions.map(path => Number(document[path])),
    content: valueAt(document, nested.path),
  }))
}

/** Groups rows by document, in the order in which the documents were read. */
export function byDocument(rows: readonly Found[]): readonly (readonly Found[])[] {
  const groups = new Map<string, Found[]>()
  for (const row of rows) {
    const key = `${typeof row.id} ${JSON.stringify(row.id)}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}
