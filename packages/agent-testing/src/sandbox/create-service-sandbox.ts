import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withoutTrailing } from '@service/protocol'
import type { TestService } from '../test-service/test-service.js'
import { createEnvironment, type Environment } from './environment.js'
import { createKeys } from './keys.js'
import type { SandboxState } from './route.js'
import { serve } from './serve.js'

/** A service for tests: it keeps nothing, asks nobody for a password, and does what a test says. */
export interface ServiceSandbox {
  readonly port: number
  /** For `SERVICE_SERVER_URL`. */
  readonly url: string
  /** The service as agents with this secret see it. */
  environment(envSecret: string): TestService
  /** Who signs in when a browser comes, and where the agent is that sent it. */
  signInAs(envSecret: string, userId: number, agentUrl: string): void
  close(): Promise<void>
  /** The same as `close`. */
  stop(): Promise<void>
}

/**
 * Starts a sandbox on 127.0.0.1; port 0 picks a free one. Agents find it by `SERVICE_SERVER_URL`.
 *
 * @example
 * const sandbox = await createServiceSandbox(0)
 * process.env.SERVICE_SERVER_URL = sandbox.url
 * await sandbox.close()
 */
export async function createServiceSandbox(port: number): Promise<ServiceSandbox> {
  const environments = new Map<string, Environment>()
  const keys = createKeys()
  const server = createServer((request, response) => void serve(state, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: actualPort } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${actualPort}`

  const state: SandboxState = {
    url,
    keys,
    environment(secret) {
      const known = environments.get(secret)
      if (known) return known
      const made = createEnvironment(environments.size + 1, url, keys)
      environments.set(secret, made)
      return made
    },
    findByClient: clientId =>
      [...environments.values()].find(({ signIn }) => signIn.clientId === clientId),
  }

  const close = async () => {
    for (const { announcer } of environments.values()) announcer.streams.close()
    if (!server.listening) return
    const closed = new Promise(resolve => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return {
    port: actualPort,
    url,
    environment: secret => state.environment(secret).testService,
    signInAs(secret, userId, agentUrl) {
      const { signIn } = state.environment(secret)
      signIn.userId = userId
      signIn.redirectUri = `${withoutTrailing(agentUrl, '/')}/authentication/callback`
    },
    close,
    stop: close,
  }
}
