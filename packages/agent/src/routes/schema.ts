import { matchesEtag } from '@service/http'
import { findPanelDocument } from '../schema/find-panel-document.js'
import { jsonHeaders } from '../serialise/list-response.js'
import type { PrivateRoute } from './route.js'

/** What the caller may see and do: collections, fields, actions, charts. */
export const schema: PrivateRoute = {
  method: 'GET',
  path: '/_internal/schema',
  isRead: true,
  handler: async ({ runtime, request, access }) => {
    const { text, etag } = await findPanelDocument(runtime, access)
    // Browsers may keep it, but must ask each time whether rights have changed.
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (matchesEtag(request.header('if-none-match'), etag)) return { status: 304, headers }
    return { status: 200, headers: { ...jsonHeaders, ...headers }, body: text }
  },
}
