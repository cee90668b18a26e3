import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import {
  type CollectionModel,
  type EngineCall,
  type NewLink,
  requireWritable,
  type ToOneModel,
} from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { findRecord, getLookup } from './find-record.js'
import { requireSettable } from './require-editable.js'

/** A to-one relation and its new target. */
export interface Link {
  readonly relation: ToOneModel
  readonly target: Row | null
  /** Looks up the target when its id was not checked, because the data source rejects a missing one. */
  readonly verify?: () => Promise<Row>
  /** Present when the data source looks the target up while it stores the link. */
  readonly pending?: NewLink
}

/**
 * Finds the record a relation is set to, unless its id is enough. When a record is created (`isNew`),
 * the data source may look it up itself. Its collection must be readable, and editable for a one-to-one
 * relation, which writes to it.
 */
export async function findLink(
  collection: CollectionModel,
  relation: ToOneModel,
  id: string | null,
  access: Access,
  call: EngineCall,
  isNew = false,
): Promise<Link> {
  const { target } = relation
  if (relation.kind === 'OneToOne') {
    access.require('edit', target)
    requireWritable(target, 'update')
  }
  requireSettable(access, collection, relation)
  if (id === null) return { relation, target: null }
  const key = parseId(target, id)
  const columns = relation.keys.map(({ to }) => to)
  const verify = () => findRecord(target, key, columns, call)
  if (!isForeignKey(relation, key)) return { relation, target: await verify() }
  const unverifiedLink = { relation, target: rowOfId(target, key), verify }
  // The caller sees every record, and the data source rejects a missing one.
  if (relation.isEnforced && call.findScope?.(target) === undefined) return unverifiedLink
  if (!isNew) return { relation, target: await verify() }
  return { ...unverifiedLink, pending: { relation, query: getLookup(target, columns), id: key } }
}

/** Whether the relation stores the id itself. */
function isForeignKey({ kind, keys, target }: ToOneModel, id: RecordId): boolean {
  const { primaryKey } = target
  const isKey = keys.length === primaryKey.length && keys.every(({ to }) => isKeyColumn(target, to))
  if (kind !== 'ManyToOne' || !isKey) return false
  // Databases may round other numbers, and compare texts loosely.
  return primaryKey.every(
    ({ columnType }, index) => columnType === 'Uuid' || Number.isSafeInteger(id[index]),
  )
}

function isKeyColumn({ primaryKey }: CollectionModel, column: string): boolean {
  return primaryKey.some(({ name }) => name === column)
}

/** Runs a write that stores links. When it fails, a missing target is reported as the reason. */
export async function storeLinks<Result>(
  links: readonly Link[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ValidationError) {
      await Promise.all(links.map(link => link.verify?.()))
    }
    throw error
  }
}

/** The foreign key that sets a many-to-one relation to its target. */
export function buildForeignKey({ relation, target }: Link): Row {
  return Object.fromEntries(
    relation.keys.map(({ from, to }) => [from, target === null ? null : target[to]]),
  )
}
