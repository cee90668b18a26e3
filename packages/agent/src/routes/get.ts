import { list } from '@service/engine'
import { firstHeader, projectionHeaders } from '../aliases.js'
import { authoriseList } from '../query/authorise.js'
import { exportedCollection } from '../query/exported-collection.js'
import { matchIds, parseId } from '../query/parse-id.js'
import { parseGetQuery } from '../query/parse-list-query.js'
import { recordNotFound } from '../record/find-record.js'
import { recordResponse } from '../serialise/record-response.js'
import type { PrivateRoute } from './route.js'

/** One record. */
export const get: PrivateRoute = {
  method: 'GET',
  path: '/:collection/:id',
  handler: async ({ runtime, request, params, query, access }) => {
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('read', collection)
    const header = firstHeader(request, projectionHeaders)
    const asked = parseGetQuery(runtime, access, collection, query, header)
    const parsed = authoriseList(runtime, access, asked)
    const conditionTree = matchIds(collection, [parseId(collection, params.id!)])
    const [row] = await list(
      { collection, filter: { conditionTree }, projection: parsed.projection, sort: [] },
      access.call(parsed.timezone),
    )
    if (row === undefined) throw recordNotFound(collection, params.id!)
    return recordResponse(runtime, collection, parsed.projection, row)
  },
}
