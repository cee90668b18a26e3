import { ValidationError } from '@service/base'
import { type CollectionModel, requireWritable, update } from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { matchIds, parseId, type RecordId } from '../query/parse-id.js'
import { readTimezone } from '../query/parse-timezone.js'
import { linkThrough } from '../record/change-links.js'
import { findRecords } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { findParent, parseParent } from '../record/parent.js'
import { parseIdentifier } from '../record/parse-document.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Adds records to a to-many relation, all or none. */
export const associate: PrivateRoute = {
  method: 'POST',
  path: '/:collection/:id/relationships/:relation',
  handler: async context => {
    const { runtime, params, query, access } = context
    const parent = parseParent(
      exportedCollection(runtime.model, params.collection!, access),
      params,
      access,
      true,
    )
    const { relation } = parent
    const { target } = relation
    access.require('edit', target)
    if (relation.kind === 'OneToMany') requireWritable(target, 'update')
    else requireWritable(relation.through, 'create')
    const call = access.call(readTimezone(query))
    const ids = parseIds(target, (await bodyObject(context)).data)
    const row = await findParent(parent, call)
    if (relation.kind === 'ManyToMany') {
      const columns = relation.foreignKeys.map(key => key.to)
      const records = await findRecords(target, ids, columns, call)
      await guardWrite(access, relation.through, () => linkThrough(relation, row, records, call))
      return noContent
    }
    await findRecords(target, ids, [], call)
    const patch = Object.fromEntries(relation.keys.map(({ from, to }) => [to, row[from]]))
    const filter = { conditionTree: matchIds(target, ids) }
    await guardWrite(access, target, () => update(target, filter, patch, call))
    return noContent
  },
}

function parseIds(collection: CollectionModel, data: unknown): RecordId[] {
  if (!Array.isArray(data) || data.length === 0) {
    throw new ValidationError('The body must be like {"data":[{"type":"books","id":"1"}]}.')
  }
  return data.map((item, index) => parseId(collection, parseIdentifier(item, `'data[${index}]'`)))
}
