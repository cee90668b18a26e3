import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, ManyToManyModel, OneToManyModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { requireUse } from '../query/require-uses.js'
import { namedInPath, toManyField } from '../query/view-path.js'
import { findRecord } from './find-record.js'
import { requireSettable } from './require-editable.js'

/** A record and one of its to-many relations, as a path names them. */
export interface Parent {
  readonly collection: CollectionModel
  readonly id: RecordId
  readonly relation: OneToManyModel | ManyToManyModel
  /** The columns the relation starts from. */
  readonly keys: readonly string[]
}

type ParentNames = Readonly<Record<string, string>>

/** Reads `/:collection/:id/relationships/:relation`; an unknown relation is a 404. */
export function parseParent(
  collection: CollectionModel,
  params: ParentNames,
  access: Access,
  isWrite = false,
): Parent {
  return namedInPath('unknown_relation', () => toParent(collection, params, access, isWrite))
}

/**
 * Resolves a parent named by `id` and `relation`. The caller must be allowed to read it, and to see
 * the relation, or to change it when `isWrite`.
 */
export function toParent(
  collection: CollectionModel,
  params: ParentNames,
  access: Access,
  isWrite = false,
): Parent {
  access.require('read', collection)
  const relation = toManyField(collection, params.relation!, access)
  if (isWrite) requireSettable(access, collection, relation)
  else requireUse(access, { collection, field: relation, path: params.relation! })
  const id = parseId(collection, params.id!)
  const pairs = relation.kind === 'OneToMany' ? relation.keys : relation.originKeys
  return { collection, id, relation, keys: pairs.map(pair => pair.from) }
}

/** The parent with the columns the relation starts from, or a 404. */
export function findParent(parent: Parent, call: EngineCall): Promise<Row> {
  return findRecord(parent.collection, parent.id, parent.keys, call)
}

/**
 * Reads what hangs on a parent that the caller may see, or throws a 404. A parent without scope
 * whose key starts the relation needs a statement of its own only when nothing hangs on it.
 */
export async function readRelated<Result>(
  parent: Parent,
  call: EngineCall,
  read: (parent: Row) => Promise<Result>,
  isEmpty: (result: Result) => boolean,
): Promise<Result> {
  const known = rowOfKey(parent)
  if (known === undefined) return read(await findParent(parent, call))
  if (call.scopeOf?.(parent.collection) !== undefined) {
    const [result] = await Promise.all([read(known), findParent(parent, call)])
    return result
  }
  const result = await read(known)
  if (isEmpty(result)) await findParent(parent, call)
  return result
}

/** The parent as far as its id tells it, when that is enough for the relation. */
function rowOfKey({ collection, id, keys }: Parent): Row | undefined {
  const row = rowOfId(collection, id)
  return keys.every(key => key in row) ? row : undefined
}
