import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkOptionNames, listOptionNames } from '@service/base'
import type { TestService } from '../test-service/test-service.js'
import { readAgentUrl } from './agent-url.js'
import { createEnvironment, type Environment } from './environment.js'
import { sandboxKeys } from './keys.js'
import type { SandboxState } from './route.js'
import { serve } from './serve.js'

/**
 * A service for tests: it stores nothing on disk, requires no password, and is configured by the
 * test.
 */
export interface ServiceSandbox {
  readonly port: number
  /** For `SERVICE_SERVER_URL`. */
  readonly url: string
  /** The service as agents with this secret see it. */
  environment(envSecret: string): TestService
  /**
   * Sets the URL of the agent with this secret, including its prefix: people return there after
   * signing in, and AI clients use it.
   */
  setAgentUrl(envSecret: string, agentUrl: string): void
  /** Sets the user who signs in and consents in browsers. Optional: the URL of the agent. */
  signInAs(envSecret: string, userId: number, agentUrl?: string): void
  close(): Promise<void>
  /** Same as `close`. */
  stop(): Promise<void>
}

export interface SandboxOptions {
  /** Default agent URL, including the prefix, such as `http://127.0.0.1:3351/service`. */
  readonly agentUrl?: string
}

const optionNames = listOptionNames<SandboxOptions>({ agentUrl: true })

/**
 * Starts a sandbox on 127.0.0.1; port 0 picks a free one. Agents connect to it with
 * `SERVICE_SERVER_URL`.
 *
 * @example
 * const sandbox = await createServiceSandbox(0)
 * process.env.SERVICE_SERVER_URL = sandbox.url
 * await sandbox.close()
 */
export async function createServiceSandbox(
  port: number,
  options: SandboxOptions = {},
): Promise<ServiceSandbox> {
  checkOptionNames(options, optionNames, 'createServiceSandbox')
  const agentUrl = options.agentUrl && readAgentUrl(options.agentUrl)
  const environments = new Map<string, Environment>()
  const server = createServer((request, response) => void serve(state, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: actualPort } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${actualPort}`

  const state: SandboxState = {
    url,
    keys: sandboxKeys,
    environment(secret) {
      const known = environments.get(secret)
      if (known) return known
      const made = createEnvironment({
        id: environments.size + 1,
        issuer: url,
        keys: sandboxKeys,
        agentUrl,
      })
      environments.set(secret, made)
      return made
    },
    clients: new Map(),
    findById: id => [...environments.values()].find(environment => environment.id === id),
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
    setAgentUrl(secret, agentUrl) {
      state.environment(secret).signIn.agentUrl = readAgentUrl(agentUrl)
    },
    signInAs(secret, userId, agentUrl) {
      const { signIn } = state.environment(secret)
      signIn.userId = userId
      if (agentUrl !== undefined) signIn.agentUrl = readAgentUrl(agentUrl)
    },
    close,
    stop: close,
  }
}
