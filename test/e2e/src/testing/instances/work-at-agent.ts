import { setTimeout as sleep } from 'node:timers/promises'
import type { Work } from './create-load.js'
import type { SteadyClient } from './steady-client.js'

type Headers = Readonly<Record<string, string>>

/** What people do at an agent while instances of its service are killed. */
export interface WorkAtAgent {
  readonly works: readonly Work[]
  /** The orders that the agent said it created. */
  readonly created: ReadonlySet<string>
  /** Requests that got no response: nginx ends a connection after a thousand requests. */
  readonly unanswered: number
  /** After how many milliseconds the agent obeyed each change of rights. */
  readonly delays: readonly number[]
  close(): void
}

interface Setting {
  /** A client of the agent. */
  readonly agent: SteadyClient
  /** The session of an admin at the service. */
  readonly admin: Headers
  /** Sessions at the agent: of somebody who may do everything, and of somebody whose rights change. */
  readonly manager: Headers
  readonly clerk: Headers
  /** Where the rights of the clerk's role are. */
  readonly rightsPath: string
}

const list = '/service/orders?timezone=UTC'
const patience = 60_000

export function workAtAgent({ agent, admin, manager, clerk, rightsPath }: Setting): WorkAtAgent {
  const created = new Set<string>()
  const delays: number[] = []
  let unanswered = 0
  let lastId = 1_000
  let isAllowed = false

  /** The agent responds whether the service does or not. */
  const createOrder: Work = async () => {
    lastId += 1
    const id = lastId
    const body = { data: { type: 'orders', attributes: { id, title: `Created ${id}` } } }
    const outcome = await agent.try('POST', list, { headers: manager, body })
    if (!outcome) unanswered += 1
    else if (outcome.status === 200) created.add(String(id))
    else throw new Error(`No order: ${JSON.stringify(outcome)}`)
    await sleep(20)
  }

  const changeRights: Work = async service => {
    isAllowed = !isAllowed
    const { status, body } = await service.send('PUT', rightsPath, {
      headers: admin,
      body: buildRights(isAllowed),
    })
    if (status >= 300) throw new Error(`No rights: ${status} ${JSON.stringify(body)}`)
    const begin = performance.now()
    const wanted = isAllowed ? 200 : 403
    while ((await agent.try('GET', list, { headers: clerk }))?.status !== wanted) {
      if (performance.now() - begin > patience) throw new Error(`No ${wanted} of the agent.`)
      await sleep(20)
    }
    delays.push(performance.now() - begin)
    await sleep(200)
  }

  return {
    works: [createOrder, changeRights],
    created,
    delays,
    get unanswered() {
      return unanswered
    },
    close: () => agent.close(),
  }
}

/** The rights of a role on everything: to see it, or none. */
const buildRights = (browse: boolean) => ({
  defaults: { browse, read: browse, edit: false, add: false, delete: false, export: false },
  collections: {},
})
