import { ensureApiToken } from './api-token.js'
import { environmentName, people, projectName } from './people.js'
import { claimPort } from './ports.js'
import { type InstallationSecrets, keepSecrets, readSecrets } from './secrets.js'
import { type ServiceProcess, startServiceProcess } from './service-process.js'
import type { Settings } from './settings.js'
import { type RunningStore, startStore } from './start-store.js'

/** What a program needs to use the shop: the content of `dev.json`. */
export interface ShopAccess {
  readonly serviceUrl: string
  readonly agentUrl: string
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
  /** Resolves with the reason when the service ends by itself. */
  readonly serviceDied: Promise<string>
  stop(): Promise<void>
}

/** Starts the service beside the agent; when one of them cannot start, neither stays. */
export async function startShop(settings: Settings): Promise<RunningShop> {
  const servicePort = await claimPort('SERVICE_PORT', settings.servicePort)
  const agentPort = await claimPort('AGENT_PORT', settings.agentPort)
  const secrets = await readSecrets(settings.dataDir)
  const email = people.manager.email
  console.log('Starting the service and the shop; the first start makes demo data…')
  const [service, store] = await both(
    startServiceProcess({ ...settings, ...secrets, port: servicePort, email }),
    startStore({ ...settings, agentPort }, secrets),
  )
  const stop = async () => {
    await Promise.all([service.stop(), store.stop()])
  }
  try {
    const apiToken = await ensureApiToken(service.url, { ...secrets, email }, secrets.apiToken)
    if (apiToken !== secrets.apiToken) {
      await keepSecrets(settings.dataDir, { ...secrets, apiToken })
    }
    return {
      access: accessOf(service, store, { ...secrets, apiToken }),
      database: store.database,
      serviceDied: service.died,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function accessOf(
  service: ServiceProcess,
  store: RunningStore,
  secrets: InstallationSecrets & { readonly apiToken: string },
): ShopAccess {
  return {
    serviceUrl: service.url,
    agentUrl: store.agentUrl,
    projectName,
    environmentName,
    email: people.manager.email,
    password: secrets.password,
    apiToken: secrets.apiToken,
    sessionToken: store.sessions.manager,
    envSecret: secrets.envSecret,
    authSecret: secrets.authSecret,
  }
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
