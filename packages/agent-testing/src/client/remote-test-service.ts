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
/** Recorded requests of agents come back as one response. */
const limits = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }

/** The test service of a sandbox, which may run in another process. */
export function createRemoteTestService(serverUrl: string, envSecret: string): TestService {
  const call = async (command: string, given: readonly unknown[]): Promise<unknown> => {
    const body = { command, arguments: given }
    const sandboxResponse = await callSandbox(serverUrl, envSecret, '/test-service', body)
    return (sandboxResponse as { result: unknown }).result ?? undefined
  }
  const methods = Object.keys(names).map(name => [
    name,
    (...given: readonly unknown[]) => call(name, given),
  ])
  // Every method is sent the same way and returns the result of the sandbox.
  return Object.fromEntries(methods) as TestService
}

/** Posts to a path of the sandbox; an error contains the message of the sandbox. */
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
  throw new TypeError(`The sandbox at ${serverUrl} rejected the call: ${message}`)
}
