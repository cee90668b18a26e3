import { findShop, openAdministration } from './administration.js'
import { ensureApiToken } from './api-token.js'
import { openDatabases } from './databases.js'
import { environmentName, people, projectName } from './people.js'
import { claimPort } from './ports.js'
import { keepSecrets, otherSecrets, readSecrets } from './secrets.js'
import { startServiceProcess } from './service-process.js'
import type { Settings } from './settings.js'
import { signInAtAgent } from './sign-in.js'
import { startStore } from './start-store.js'

/** What a program needs to use the shop: the content of `dev.json`. */
export interface ShopAccess {
  readonly serviceUrl: string
  readonly agentUrl: string
  /** Where AI clients connect. */
  readonly mcpUrl: string
  readonly projectName: string
  readonly environmentName: string
  readonly email: string
  readonly password: string
  readonly apiToken: string
  /** A session of the agent, for one hour. */
  readonly sessionToken: string
  readonly envSecret: string
  readonly authSecret: string
}

export interface RunningShop {
  readonly access: ShopAccess
  readonly database: string
  /** Signs the manager in, once within ten minutes. */
  readonly welcomeUrl: string
  /** Resolves with the reason when the service ends by itself. */
  readonly serviceDied: Promise<string>
  stop(): Promise<void>
}

/** Starts the service, then the agent that obeys it; when one of them cannot start, neither stays. */
export async function startShop(settings: Omit<Settings, 'unused'>): Promise<RunningShop> {
  const servicePort = await claimPort('SERVICE_PORT', settings.servicePort)
  const agentPort = await claimPort('AGENT_PORT', settings.agentPort)
  const secrets = await readSecrets(settings.dataDir)
  const { email } = people.manager
  console.log('Starting the service and the shop; the first start makes demo data…')
  const opening = openDatabases(settings)
  // A database of somebody else is refused before the service makes its tables there.
  if (settings.databaseUrl) await opening
  const [service, databases] = await both(
    startServiceProcess({ ...settings, ...secrets, port: servicePort, email }).catch(explainSecret),
    opening,
  )
  const running: Stoppable[] = [databases, service]
  const stop = async () => {
    for (const one of running.toReversed()) await one.stop()
  }
  try {
    const { authSecret, envSecret, password } = secrets
    const connection = { authSecret, envSecret, serverUrl: service.url }
    const manager = await openAdministration(service.url, { email, password })
    const shop = await findShop(manager, email)
    // People who sign in are sent back to this address, and AI clients find the agent by it.
    const agentUrl = `http://127.0.0.1:${agentPort}/service`
    await manager.send('PATCH', shop.environmentPath, { agentUrl })
    const store = await startStore({ ...settings, agentPort }, databases, connection)
    running.push(store)
    const sessionToken = await signInAtAgent(store.agentUrl, shop.renderingId, manager.cookie)
    const apiToken = await ensureApiToken(service.url, manager, shop, secrets.apiToken)
    await manager.close()
    if (apiToken !== secrets.apiToken) {
      await keepSecrets(settings.dataDir, { ...secrets, apiToken })
    }
    const access = {
      serviceUrl: service.url,
      agentUrl: store.agentUrl,
      mcpUrl: store.mcpUrl,
      projectName,
      environmentName,
      email,
      password,
      apiToken,
      sessionToken,
      envSecret,
      authSecret,
    }
    return {
      access,
      database: databases.description,
      welcomeUrl: service.welcomeUrl,
      serviceDied: service.died,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The advice of the service itself is for an installation of several instances. */
function explainSecret(error: Error): never {
  if (!error.message.includes('npx @service/cli keys rotate --new-secret')) throw error
  throw new Error(otherSecrets, { cause: error })
}

interface Stoppable {
  stop(): Promise<void>
}

/** Waits for both; when one fails, stops the other and fails with its reason. */
async function both<A extends Stoppable, B extends Stoppable>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  for (const one of [a, b]) if (one.status === 'fulfilled') await one.value.stop()
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason
}
