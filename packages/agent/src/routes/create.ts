import type { FieldPath } from '@service/datasource-toolkit'
import { type CollectionModel, create as createRows } from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { parametersOf } from '../query/parameters.js'
import { internProjection } from '../query/parse-list-query.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { relationField } from '../query/view-path.js'
import { attachOnly } from '../record/attach-only.js'
import { findLink, foreignKeyOf, type Link } from '../record/find-link.js'
import { checkNewRecord, parseAttributes, requireWritable } from '../record/parse-attributes.js'
import { parseDocument } from '../record/parse-document.js'
import { recordResponse } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Inserts one record; whoever may not read it is answered the id and what they sent. */
export const create: PrivateRoute = {
  method: 'POST',
  path: '/:collection',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('add', collection)
    requireWritable(collection)
    const call = access.call(parseTimezone(parametersOf(query)))
    const document = parseDocument(await bodyObject(context))
    const sent = parseAttributes(collection, document.attributes)
    const row = { ...sent }
    const links: Link[] = []
    for (const [name, id] of document.relationships) {
      const relation = relationField(collection, name)
      if (relation.kind !== 'ManyToOne' && relation.kind !== 'OneToOne') continue
      const link = await findLink(relation, id, access, call)
      links.push(link)
      if (relation.kind === 'ManyToOne') Object.assign(row, foreignKeyOf(link))
    }
    checkNewRecord(collection, row, call)
    const [created] = await createRows(collection, [row], call)
    for (const { relation, target } of links) {
      if (relation.kind === 'OneToOne') await attachOnly(relation, created!, target, call)
    }
    const related = Object.fromEntries(links.map(({ relation, target }) => [relation.name, target]))
    const canRead = access.can('read', collection)
    const columns = canRead ? shownColumns(collection) : Object.keys(sent)
    const paths = [...new Set([...columns, ...keysOf(links)])]
    const projection = internProjection(runtime, collection, paths)
    const answered = { ...created, ...(!canRead && sent), ...related }
    return recordResponse(runtime, collection, projection, answered)
  },
}

function shownColumns(collection: CollectionModel): FieldPath[] {
  const columns = [...collection.view.values()].filter(field => field.kind === 'Column')
  return [...columns, ...collection.primaryKey].map(column => column.name)
}

/** The keys of the relations that were set. */
function keysOf(links: readonly Link[]): FieldPath[] {
  return links.flatMap(({ relation }) =>
    relation.target.primaryKey.map(column => `${relation.name}:${column.name}`),
  )
}
