import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import { digest } from './digest.js'
import type { PanelDocument } from './panel-document.js'

/** Built on first use for a model and the rights of a role in a rendering, then cached. */
export function findPanelDocument(runtime: Runtime, access: Access): Promise<PanelDocument> {
  const { panelSchemas } = runtime
  const known = panelSchemas.get(access.schemaTag)
  if (known) return known
  const built = buildDocument(runtime, access)
  panelSchemas.set(access.schemaTag, built)
  return built
}

async function buildDocument(runtime: Runtime, access: Access): Promise<PanelDocument> {
  // Loaded only here: agents start without it.
  const { buildPanelSchema } = await import('./build-panel-schema.js')
  const text = JSON.stringify(buildPanelSchema(runtime, access))
  return { text, etag: `"${digest(text)}"` }
}
