import { NotFoundError, ValidationError } from '@service/base'
import { requireWritable, update, updateExpectedRecord } from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { matchIds, parseId } from '../query/parse-id.js'
import { readTimezone } from '../query/parse-timezone.js'
import { namedInPath, relationField } from '../query/view-path.js'
import { attachOnly } from '../record/attach-only.js'
import {
  findExpectedKey,
  findTarget,
  parseExpectedTarget,
  staleRelation,
} from '../record/expected-target.js'
import { buildForeignKey, findLink, storeLinks } from '../record/find-link.js'
import { findRecord, getLookup, recordNotFound } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { parseIdentifier } from '../record/parse-document.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/**
 * Sets a to-one relation to another record, or to none. With `meta.expect`, only if it still leads to
 * this record.
 */
export const updateRelation: PrivateRoute = {
  method: 'PUT',
  path: '/:collection/:id/relationships/:relation',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    const relation = namedInPath('unknown_relation', () =>
      relationField(collection, params.relation!, access),
    )
    if (relation.kind !== 'ManyToOne' && relation.kind !== 'OneToOne') {
      throw new NotFoundError(
        `'${params.relation}' of '${collection.name}' is a to-many relation: add records with POST, remove them with DELETE.`,
      )
    }
    const isOwn = relation.kind === 'ManyToOne'
    access.require(isOwn ? 'edit' : 'read', collection)
    requireWritable(isOwn ? collection : relation.target, 'update')
    const call = access.call(readTimezone(query))
    const id = parseId(collection, params.id!)
    const body = await bodyObject(context)
    const expected = parseExpectedTarget(collection, params.relation!, body, access)
    const link = await findLink(collection, relation, readTarget(body), access, call)
    if (isOwn) {
      const patch = buildForeignKey(link)
      if (expected !== undefined) {
        const key = await findExpectedKey(relation, expected, call)
        if (!key) throw await staleRelation(collection, relation, id, call)
        const { isFound, current } = await guardWrite(access, collection, () =>
          storeLinks([link], () =>
            updateExpectedRecord(getLookup(collection, []), id, patch, key, call),
          ),
        )
        if (!isFound) throw recordNotFound(collection, params.id!)
        if (current) throw await staleRelation(collection, relation, id, call)
        return noContent
      }
      const filter = { conditionTree: matchIds(collection, [id]) }
      const matched = await guardWrite(access, collection, () =>
        storeLinks([link], () => update(collection, filter, patch, call)),
      )
      if (matched === 0) throw recordNotFound(collection, params.id!)
      return noContent
    }
    const columns = relation.keys.map(key => key.from)
    const owner = await findRecord(collection, id, columns, call)
    if (expected !== undefined && (await findTarget(collection, relation, id, call)) !== expected) {
      throw await staleRelation(collection, relation, id, call)
    }
    await guardWrite(access, relation.target, () => attachOnly(relation, owner, link.target, call))
    return noContent
  },
}

function readTarget({ data }: Readonly<Record<string, unknown>>): string | null {
  if (data === undefined) {
    throw new ValidationError('The body must be like {"data":{"type":"authors","id":"2"}}.')
  }
  return data === null ? null : parseIdentifier(data, "'data'")
}
