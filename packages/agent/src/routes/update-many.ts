import { stringifyExactJson } from '@service/base'
import { requireWritable } from '@service/engine'
import type { HttpResponse } from '@service/http'
import type { BulkUpdatePreview, BulkUpdateResult } from '@service/protocol'
import { exportedCollection } from '../query/exported-collection.js'
import { parseSelection } from '../query/parse-selection.js'
import { readTimezone } from '../query/parse-timezone.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { previewChanges, requireShown, updateSelected } from '../record/change-selected.js'
import { parseBulkUpdate } from '../record/parse-bulk-update.js'
import { parseChanges } from '../record/parse-changes.js'
import { jsonHeaders } from '../serialise/list-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Writes the same values to the records selected, or shows what would change. */
export const updateMany: PrivateRoute = {
  method: 'PUT',
  path: '/:collection',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('edit', collection)
    requireWritable(collection, 'update')
    const call = access.call(readTimezone(query))
    const body = await bodyObject(context)
    const { values, isDryRun, returnsPrevious } = parseBulkUpdate(body)
    const selection = parseSelection(collection, body, query, access)
    const changes = await parseChanges(collection, values, access, call)
    if (isDryRun || returnsPrevious) requireShown(access, collection, changes)
    const { filter } = await withLiveSegment(runtime, access, selection, selection, call)
    const update = { collection, filter, isEmpty: selection.isEmpty, changes, access, call }
    return respond(
      isDryRun ? await previewChanges(update) : await updateSelected(update, returnsPrevious),
    )
  },
}

function respond(result: BulkUpdatePreview | BulkUpdateResult): HttpResponse {
  return { status: 200, headers: jsonHeaders, body: stringifyExactJson(result) }
}
