import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Administration,
  findShop,
  openAdministration,
} from '../../../../../examples/store/src/administration.js'
import { type AgentName, knownAgents } from '../agents/known-agents.js'
import type { PanelShop } from '../provided.js'
import { invitePerson } from './invite-person.js'
import { knownPeople, type Person, type PersonName, type PersonSetting } from './known-people.js'
import type { MailService } from './mail-service.js'
import { type RunningAgent, startAgent } from './start-agent.js'

/** Where the workers of a run ask for what they share. */
export interface Control {
  readonly url: string
  stop(): Promise<void>
}

/** Starts agents and invites people when the first test asks for them, each once for all files. The shop may be starting. */
export async function startControl(
  starting: Promise<PanelShop>,
  startMailService: () => Promise<MailService>,
): Promise<Control> {
  const opening = starting.then(openShop)
  // Requests for what is in the shop report why it did not start.
  opening.catch(() => {})
  const agents = new Map<string, Promise<RunningAgent | undefined>>()
  const people = new Map<string, Promise<Person>>()
  let mailService: Promise<MailService> | undefined
  const openMailService = () => {
    mailService ??= startMailService()
    return mailService
  }

  const handlers: Readonly<Record<string, (body: unknown) => Promise<unknown>>> = {
    '/shop': () => starting,
    async '/place'() {
      const { shop, environmentPath } = await opening
      return { ...shop, environmentPath }
    },
    async '/agents'(body) {
      const name = body as AgentName
      const started = remember(agents, name, async () => {
        const { shop, ...opened } = await opening
        return startAgent({ ...shop, ...opened }, name, knownAgents[name])
      })
      return (await started)?.place ?? null
    },
    async '/people'(body) {
      const name = body as PersonName
      return remember(people, name, async () => {
        const { shop, manager, projectPath } = await opening
        if (name !== 'manager') return inviteKnown(name, knownPeople[name])
        const { cookie } = await openAdministration(shop.serviceUrl, shop)
        const { email, password } = shop
        return { email, password, role: 'Manager', team: 'Operations', cookie }

        function inviteKnown(who: string, setting: PersonSetting) {
          const where = { serviceUrl: shop.serviceUrl, projectPath }
          return invitePerson(manager, where, who, setting)
        }
      })
    },
    async '/mail-service'() {
      const { serviceUrl, email, password } = await openMailService()
      return { serviceUrl, email, password }
    },
    async '/mail'(body) {
      return (await openMailService()).receive(String(body))
    },
    async '/new-people'(body) {
      const { shop, manager, projectPath } = await opening
      const { name, setting } = body as { name: string; setting: PersonSetting }
      const where = { serviceUrl: shop.serviceUrl, projectPath }
      return invitePerson(manager, where, name, setting)
    },
  }

  const server = createServer((request, response) => void answer(handlers, request, response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      await mailService?.then(service => service.stop())
      for (const agent of agents.values()) await (await agent)?.stop()
    },
  }
}

interface OpenedShop {
  readonly shop: PanelShop
  readonly manager: Administration
  readonly projectPath: string
  readonly environmentPath: string
}

async function openShop(shop: PanelShop): Promise<OpenedShop> {
  const manager = await openAdministration(shop.serviceUrl, shop)
  return { shop, manager, ...(await findShop(manager, shop.email)) }
}

function remember<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>) {
  const found = known.get(name) ?? make()
  known.set(name, found)
  return found
}

async function answer(
  handlers: Readonly<Record<string, (body: unknown) => Promise<unknown>>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    let text = ''
    for await (const chunk of request) text += chunk
    const result = await handlers[request.url ?? '']?.(JSON.parse(text))
    response.end(JSON.stringify(result ?? null))
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
}
