import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, ManyToManyModel, OneToManyModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { requireUse } from '../query/require-uses.js'
import { namedInPath, toManyField } from '../query/view-path.js'
import { findRecord } from './find-record.js'
import { requireSettable } from './require-editable.js'

/** A record and one of its to-many relations, from a path. */
export interface Parent {
  readonly collection: CollectionModel
  readonly id: RecordId
  readonly relation: OneToManyModel | ManyToManyModel
  /** The columns of the parent that the relation uses. */
  readonly keys: readonly string[]
}

type ParentNames = Readonly<Record<string, string>>

/** Parses `/:collection/:id/relationships/:relation`; throws 404 for an unknown relation. */
export function parseParent(
  collection: CollectionModel,
  params: ParentNames,
  access: Access,
  isWrite = false,
): Parent {
  return namedInPath('unknown_relation', () => toParent(collection, params, access, isWrite))
}

/**
 * Resolves the parent of `id` and `relation`. The caller must be allowed to read it, and to see
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

/** Reads the columns of the parent that the relation uses, or throws 404. */
export function findParent(parent: Parent, call: EngineCall): Promise<Row> {
  return findRecord(parent.collection, parent.id, parent.keys, call)
}

/**
 * Reads the related records of a parent the caller may see, or throws 404. A parent without scope whose
 * key the relation uses is looked up only when there are no related records.
 */
export async function readRelated<Result>(
  parent: Parent,
  call: EngineCall,
  read: (parent: Row) => Promise<Result>,
  isEmpty: (result: Result) => boolean,
): Promise<Result> {
  const known = rowOfKey(parent)
  if (known === undefined) return read(await findParent(parent, call))
  if (call.findScope?.(parent.collection) !== undefined) {
    const [result] = await Promise.all([read(known), findParent(parent, call)])
    return result
  }
  const result = await read(known)
  if (isEmpty(result)) await findParent(parent, call)
  return result
}

/** The parent as known from its id, when that is enough for the relation. */
function rowOfKey({ collection, id, keys }: Parent): Row | undefined {
  const row = rowOfId(collection, id)
  return keys.every(key => key in row) ? row : undefined
}
