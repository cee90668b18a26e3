import { isObject } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { type CollectionModel, type EngineCall, readRecord, type ToOneModel } from '@service/engine'
import { StaleRecordError } from '../errors.js'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { packId, parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { viewField } from '../query/view-path.js'
import { getLookup, lookupCall } from './find-record.js'
import { parseIdentifier } from './parse-document.js'

/**
 * Parses `meta.expect` of a relation's new target: the id of the record that it must still lead to,
 * or null for none; undefined when nothing is expected. The caller must be allowed to read it.
 */
export function parseExpectedTarget(
  collection: CollectionModel,
  relation: string,
  { meta }: Readonly<Record<string, unknown>>,
  access: Access,
): string | null | undefined {
  const expect = isObject(meta) ? meta.expect : undefined
  if (expect === undefined) return undefined
  access.require('read', collection)
  viewField(collection, relation, access)
  return expect === null ? null : parseIdentifier(expect, "'meta.expect'")
}

/**
 * The foreign key of a record whose many-to-one relation leads to the expected record; undefined when
 * there is no such record, so that no relation can lead to it.
 */
export async function findExpectedKey(
  { keys, target }: ToOneModel,
  expected: string | null,
  call: EngineCall,
): Promise<Row | undefined> {
  if (expected === null) return Object.fromEntries(keys.map(({ from }) => [from, null]))
  const id = parseId(target, expected)
  const columns = keys.map(({ to }) => to)
  const isOwnKey = columns.every(column => target.primaryKey.some(({ name }) => name === column))
  const row = isOwnKey
    ? rowOfId(target, id)
    : await readRecord(getLookup(target, columns), id, lookupCall(call))
  return row && Object.fromEntries(keys.map(({ from, to }) => [from, row[to]]))
}

/** The id of the record that a to-one relation leads to; null when there is none. */
export async function findTarget(
  collection: CollectionModel,
  { name, target }: ToOneModel,
  id: RecordId,
  call: EngineCall,
): Promise<string | null> {
  const projection = target.primaryKey.map(column => `${name}:${column.name}`)
  const row = await readRecord(getLookup(collection, projection), id, lookupCall(call))
  const related = row?.[name]
  return isObject(related) ? packId(target, related as Row) : null
}

/** The 409 for a relation that leads elsewhere than expected; `current` is where it leads now. */
export async function staleRelation(
  collection: CollectionModel,
  relation: ToOneModel,
  id: RecordId,
  call: EngineCall,
): Promise<StaleRecordError> {
  const current = await findTarget(collection, relation, id, call)
  const identifier = current === null ? null : { type: relation.target.name, id: current }
  const record = packId(collection, rowOfId(collection, id))
  return new StaleRecordError(collection.name, record, { [exportedName(relation)]: identifier })
}
