import { withoutTrailing } from '@service/base'
import { createHttpClient } from '@service/http'

/** URL path prefixes under which agents are usually mounted. */
const pathPrefixes = ['', '/service', '/forest']

const client = createHttpClient({ name: 'the agent' })

/** Finds the prefix of the agent at first use: the first one whose health check responds. */
export function createAgentFinder(agentUrl: string): () => Promise<string> {
  const base = withoutTrailing(agentUrl, '/')
  let found: Promise<string> | undefined
  return () => {
    found ??= findAgent(base).catch(error => {
      found = undefined
      throw error
    })
    return found
  }
}

async function findAgent(base: string): Promise<string> {
  for (const prefix of pathPrefixes) if (await isAgent(base + prefix)) return base + prefix
  const tried = pathPrefixes.map(prefix => `${base}${prefix}/`).join(', ')
  throw new Error(`No agent responds at any of: ${tried}. Is it started?`)
}

/** The health check: `{"error":null,"message":"…"}`. */
async function isAgent(url: string): Promise<boolean> {
  const call = { method: 'GET', url: `${url}/`, timeoutMs: 10_000, maxBytes: 64 * 1024 }
  const { headers, text } = await client.call(call).catch((cause: unknown) => {
    throw new Error(`No agent can be reached at ${url}.`, { cause })
  })
  const isJson = headers['content-type']?.startsWith('application/json')
  return isJson === true && text.startsWith('{') && 'error' in JSON.parse(text)
}
