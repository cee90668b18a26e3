import { type Row, ValidationError } from '@service/datasource-toolkit'
import { iterate, type ListQuery, remove, update } from '@service/engine'
import { requireCrossings } from '../query/authorise.js'
import { exportedCollection } from '../query/exported-collection.js'
import { isOn, parametersOf } from '../query/parameters.js'
import { matchIds } from '../query/parse-id.js'
import { parseSelection } from '../query/parse-selection.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { unlinkThrough } from '../record/change-links.js'
import { findParent, parseParent } from '../record/parent.js'
import { requireWritable } from '../record/parse-attributes.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

const chunkSize = 1000

/** Takes records out of a to-many relation; with `delete=true` it deletes them as well. */
export const dissociate: PrivateRoute = {
  method: 'DELETE',
  path: '/:collection/:id/relationships/:relation',
  handler: async context => {
    const { runtime, params, query, access } = context
    const parameters = parametersOf(query)
    const parent = parseParent(
      exportedCollection(runtime.model, params.collection!),
      params,
      access,
    )
    const { relation } = parent
    const { target } = relation
    const isDelete = isOn(parameters('delete'))
    access.require(isDelete ? 'delete' : 'edit', target)
    if (isDelete) requireWritable(target)
    requireWritable(relation.kind === 'OneToMany' ? target : relation.through)
    const call = access.call(parseTimezone(parameters))
    const selection = parseSelection(target, await bodyObject(context), query)
    if (selection.isEmpty)
      throw new ValidationError('Name the records to take out of the relation.')
    requireCrossings(access, selection.crossings)
    const selected = await withLiveSegment(runtime, access, selection, selection, call)
    const row = await findParent(parent, call)
    const filter = { ...selected.filter, related: { relation, parent: row } }
    if (relation.kind === 'OneToMany') {
      const patch = Object.fromEntries(relation.keys.map(({ to }) => [to, null]))
      await (isDelete ? remove(target, filter, call) : update(target, filter, patch, call))
      return noContent
    }
    const keys = [
      ...target.primaryKey.map(column => column.name),
      ...relation.foreignKeys.map(key => key.to),
    ]
    const listQuery: ListQuery = {
      collection: target,
      filter,
      projection: [...new Set(keys)],
      sort: [],
    }
    // All are found before any is taken out: what is left would shift under the reading.
    const found: (readonly Row[])[] = []
    for await (const rows of iterate(listQuery, call, { chunkSize })) found.push(rows)
    for (const rows of found) {
      await unlinkThrough(relation, row, rows, call)
      const ids = rows.map(target_ => target.primaryKey.map(column => target_[column.name]))
      if (isDelete) await remove(target, { conditionTree: matchIds(target, ids) }, call)
    }
    return noContent
  },
}
