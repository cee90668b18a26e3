import { withoutTrailing } from '@service/base'
import { createHttpClient } from '@service/http'
import type { TestService } from '../test-service/test-service.js'

const names: Readonly<Record<keyof TestService, true>> = {
  setUser: true,
  removeUser: true,
  setRole: true,
  setTeam: true,
  setRights: true,
  setScope: true,
  setLiveQueries: true,
  setCharts: true,
  setIpRules: true,
  overrideCollectionPermission: true,
  overrideActionPermission: true,
  clearPermissionOverride: true,
  requestApproval: true,
  approve: true,
  findApproval: true,
  people: true,
  recorded: true,
}

const client = createHttpClient({ name: 'the sandbox' })
/** What agents told the sandbox comes back as a whole. */
const limits = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }

/** The test service inside a sandbox, which may run in another process. */
export function createRemoteTestService(serverUrl: string, envSecret: string): TestService {
  const call = async (command: string, given: readonly unknown[]): Promise<unknown> => {
    const body = { command, arguments: given }
    const answer = await callSandbox(serverUrl, envSecret, '/test-service', body)
    return (answer as { result: unknown }).result ?? undefined
  }
  const methods = Object.keys(names).map(name => [
    name,
    (...given: readonly unknown[]) => call(name, given),
  ])
  // Every method is sent the same way: what comes back is what it answered there.
  return Object.fromEntries(methods) as TestService
}

/** Posts to a path of the sandbox; an error says what the sandbox said. */
export async function callSandbox(
  serverUrl: string,
  envSecret: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const { status, text } = await client.call({
    method: 'POST',
    url: `${withoutTrailing(serverUrl, '/')}${path}`,
    headers: { 'content-type': 'application/json', 'service-secret-key': envSecret },
    body: JSON.stringify(body),
    ...limits,
  })
  if (status >= 200 && status < 300) return JSON.parse(text)
  const { message = text } = text.startsWith('{') ? JSON.parse(text) : {}
  throw new TypeError(`The sandbox at ${serverUrl} refused: ${message}`)
}
