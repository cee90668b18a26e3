import { readJson } from '@service/http'
import { AiNotConfiguredError } from '../errors.js'
import { parseParameters } from '../query/parameters.js'
import type { PrivateRoute } from './route.js'

/** Bytes of a conversation with images; providers accept no more. */
const maxQueryBytes = 32 * 1024 * 1024

/** Forwards a prompt of a signed-in person to the AI of the agent. */
export const aiQuery: PrivateRoute = {
  method: 'POST',
  path: '/_internal/ai-proxy/ai-query',
  handler: async ({ runtime, request, query }) => {
    const { ai, options } = runtime
    if (!ai) throw new AiNotConfiguredError()
    const body = await readJson(request, Math.min(options.maxBodySize, maxQueryBytes))
    const name = parseParameters(query)('ai-name')
    return ai.providerResponse({ name, body, signal: request.signal, logger: options.logger })
  },
}
