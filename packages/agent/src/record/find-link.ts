import { type Row, ValidationError } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, ToOneModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { requireCrossings } from '../query/require-crossings.js'
import { exportedName } from '../query/view-path.js'
import { findRecord } from './find-record.js'

/** A to-one relation and the record it shall lead to. */
export interface Link {
  readonly relation: ToOneModel
  readonly target: Row | null
  /** Looks the target up after all: its id was believed, since the source refuses a wrong one. */
  readonly verify?: () => Promise<Row>
}

/**
 * Looks up the record a relation is set to. Its collection must be readable; a one-to-one relation
 * writes to it, so that it must be editable.
 */
export async function findLink(
  relation: ToOneModel,
  id: string | null,
  access: Access,
  call: EngineCall,
): Promise<Link> {
  const { target } = relation
  if (relation.kind === 'OneToOne') access.require('edit', target)
  else requireCrossings(access, [{ path: exportedName(relation), prefix: '', target }])
  if (id === null) return { relation, target: null }
  const key = parseId(target, id)
  const columns = relation.keys.map(({ to }) => to)
  const verify = () => findRecord(target, key, columns, call)
  if (isBelieved(relation, key, call)) return { relation, target: rowOfId(target, key), verify }
  return { relation, target: await verify() }
}

/** Where the caller sees every record, the id is the key to store, and a missing one is refused. */
function isBelieved({ isEnforced, keys, target }: ToOneModel, id: RecordId, call: EngineCall) {
  if (!isEnforced || call.scopeOf?.(target) !== undefined) return false
  const { primaryKey } = target
  const isKey = keys.length === primaryKey.length && keys.every(({ to }) => isPartOf(target, to))
  // Numbers are rounded and texts compared loosely by some databases; these are not.
  return (
    isKey &&
    primaryKey.every(
      ({ columnType }, index) => columnType === 'Uuid' || Number.isSafeInteger(id[index]),
    )
  )
}

function isPartOf({ primaryKey }: CollectionModel, column: string): boolean {
  return primaryKey.some(({ name }) => name === column)
}

/** Runs a write that stores links. When it is refused, a target that is missing is the reason. */
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

/** The foreign key that makes a many-to-one relation lead to its target. */
export function foreignKeyOf({ relation, target }: Link): Row {
  return Object.fromEntries(
    relation.keys.map(({ from, to }) => [from, target === null ? null : target[to]]),
  )
}
