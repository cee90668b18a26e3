import { nameInPath } from '@service/protocol'
import type { RequestOptions, Transport } from '../http/transport.js'
import {
  idInPath,
  type RecordId,
  type RecordIds,
  toWireId,
  toWireIds,
} from '../records/record-id.js'
import type { SchemaReader } from '../schema-reader.js'
import type { Schema } from '../typings/schema.js'
import { createRecordSet, type RecordSet } from './record-set.js'

/** The related records of one record. */
export interface RelationClient<S extends Schema, N extends keyof S & string>
  extends RecordSet<S, N> {
  /** Adds records to a to-many relation. */
  associate(ids: RecordIds, options?: RequestOptions): Promise<void>
  /** Removes records from a to-many relation; with `delete`, deletes them. */
  dissociate(
    ids: RecordIds,
    options?: RequestOptions & { readonly delete?: boolean },
  ): Promise<void>
  /** Sets the record of a to-one relation, or none. */
  replace(id: RecordId | null, options?: RequestOptions): Promise<void>
}

export function createRelationClient<S extends Schema, N extends keyof S & string>(
  transport: Transport,
  schema: SchemaReader,
  collection: string,
  relation: string,
  parentId: RecordId,
): RelationClient<S, N> {
  const path = [nameInPath(collection), idInPath(parentId), 'relationships', nameInPath(relation)]
  return {
    ...createRecordSet<S, N>(transport, path, () => schema.findTarget(collection, relation)),
    async associate(ids, options) {
      const data = toWireIds(ids).map(id => ({ id, type: relation }))
      await transport.send('POST', path, { ...options, body: { data } })
    },
    async dissociate(ids, { delete: isDeleting = false, ...options } = {}) {
      const attributes = {
        collection_name: relation,
        ids: toWireIds(ids),
        all_records: false,
        all_records_ids_excluded: [],
      }
      await transport.send('DELETE', path, {
        ...options,
        query: isDeleting ? { delete: 'true' } : {},
        body: { data: { type: 'action-requests', attributes } },
      })
    },
    async replace(id, options) {
      const data = id === null ? null : { id: toWireId(id), type: relation }
      await transport.send('PUT', path, { ...options, body: { data } })
    },
  }
}
