import type { FieldPath } from '@service/datasource-toolkit'
import {
  type CollectionModel,
  createLinked,
  type EngineCall,
  requireWritable,
  type ToOneModel,
} from '@service/engine'
import type { CreatedResponse } from '../activity/created-response.js'
import type { Access } from '../gateway/access.js'
import { exportedCollection } from '../query/exported-collection.js'
import { packId } from '../query/parse-id.js'
import { internProjection } from '../query/parse-list-query.js'
import { readTimezone } from '../query/parse-timezone.js'
import { isHidden } from '../query/require-uses.js'
import { relationField } from '../query/view-path.js'
import { attachOnly } from '../record/attach-only.js'
import { buildForeignKey, findLink, type Link, storeLinks } from '../record/find-link.js'
import { guardWrite } from '../record/guard-write.js'
import { parseAttributes } from '../record/parse-attributes.js'
import { parseDocument, type RecordDocument } from '../record/parse-document.js'
import { refuseCreations } from '../record/refuse-creations.js'
import type { Runtime } from '../runtime.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Inserts one record; callers who may not read it receive its id and the values they sent. */
export const create: PrivateRoute = {
  method: 'POST',
  path: '/:collection',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('add', collection)
    requireWritable(collection, 'create')
    const call = access.call(readTimezone(query))
    const document = parseDocument(await bodyObject(context))
    const sent = parseAttributes(collection, document.attributes, access)
    const row = { ...sent }
    const links = await findLinks(collection, document.relationships, access, call)
    for (const link of links) {
      if (link.relation.kind === 'ManyToOne') Object.assign(row, buildForeignKey(link))
    }
    const pending = links.flatMap(link => link.pending ?? [])
    const writing = refuseCreations(access, collection, sent, call)
    const created = await guardWrite(access, collection, () =>
      storeLinks(links, () => createLinked(collection, row, pending, writing)),
    )
    for (const { relation, target } of links) {
      if (relation.kind === 'OneToOne') await attachOnly(relation, created, target, call)
    }
    const related = Object.fromEntries(links.map(({ relation, target }) => [relation.name, target]))
    const canRead = access.can('read', collection)
    const projection = canRead
      ? shownProjection(runtime, access, collection, links)
      : internProjection(runtime, collection, listPaths(Object.keys(sent), links))
    const answered = { ...created, ...(!canRead && sent), ...related }
    const response = runtime.serialise.record(runtime, access, collection, projection, answered)
    return { ...response, createdId: packId(collection, created) } satisfies CreatedResponse
  },
}

function findLinks(
  collection: CollectionModel,
  relationships: RecordDocument['relationships'],
  access: Access,
  call: EngineCall,
): Promise<Link[]> {
  const named: [ToOneModel, string | null][] = []
  for (const [name, id] of relationships) {
    const relation = relationField(collection, name, access)
    if (relation.kind === 'ManyToOne' || relation.kind === 'OneToOne') named.push([relation, id])
  }
  return Promise.all(
    named.map(([relation, id]) => findLink(collection, relation, id, access, call, true)),
  )
}

/** All columns the caller may see and the keys of the relations that were set; cached by their names. */
function shownProjection(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  links: readonly Link[],
): readonly FieldPath[] {
  const isRestricted = access.hiddenIn?.(collection) !== undefined
  if (isRestricted) {
    return internProjection(runtime, collection, listPaths(shownColumns(collection, access), links))
  }
  const key = `${collection.name}\0\0${links.map(({ relation }) => relation.name).join('\0')}`
  const known = runtime.projections.get(key)
  if (known !== undefined) return known
  const paths = listPaths(shownColumns(collection, access), links)
  runtime.projections.set(key, paths)
  return paths
}

function listPaths(columns: readonly FieldPath[], links: readonly Link[]): readonly FieldPath[] {
  return [...new Set([...columns, ...listKeyPaths(links)])]
}

function shownColumns(collection: CollectionModel, access: Access): FieldPath[] {
  const columns = [...collection.view.values()].filter(
    field => field.kind === 'Column' && !isHidden(access, collection, field),
  )
  return [...columns, ...collection.primaryKey].map(column => column.name)
}

/** The keys of the relations that were set. */
function listKeyPaths(links: readonly Link[]): FieldPath[] {
  return links.flatMap(({ relation }) =>
    relation.target.primaryKey.map(column => `${relation.name}:${column.name}`),
  )
}
