import { bodyObject, readRenderingId } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Clients call this after the scopes of a rendering were edited. */
export const scopeCacheInvalidation: PrivateRoute = {
  method: 'POST',
  path: '/scope-cache-invalidation',
  handler: async context => {
    const renderingId = readRenderingId((await bodyObject(context)).renderingId)
    await context.runtime.service.refreshRendering(renderingId)
    return { status: 204, headers: {} }
  },
}
