import type { Agent } from '@service/agent'
import { createRandom } from '@service/datasource-toolkit/testing'
import { createTwin, type Database, randomDatabase } from './databases.js'
import { type AskedRequest, type Kind, randomRequest } from './requests.js'
import { randomRole } from './role.js'
import { type Asker, grant, type World } from './world.js'

/** A gateway that forgets something on the requests of one kind. */
export interface Leak {
  readonly kind: Kind
  readonly as: Asker
}

export interface Outcome {
  /** What told the databases apart; undefined: nothing did. */
  readonly difference?: string
  readonly statuses: readonly number[]
}

const requestsPerCase = 6
const maxPages = 4

/** Asks two agents, whose databases differ only in what a random role may not read, the same things. */
export async function runCase(world: World, seed: number, leak?: Leak): Promise<Outcome> {
  const random = createRandom(seed)
  const role = randomRole(random)
  const database = randomDatabase(random)
  await load(world, [database, createTwin(random, database, role)])
  grant(world, role)
  const statuses: number[] = []
  for (let count = 0; count < requestsPerCase; count += 1) {
    const request = randomRequest(random, role, leak?.kind)
    const token = world.tokens[leak?.as ?? 'role']
    const difference = await compare(world, request, token, statuses)
    if (difference) return { difference: `seed ${seed}: ${difference}`, statuses }
  }
  return { statuses }
}

async function load({ stores }: World, databases: readonly [Database, Database]): Promise<void> {
  await Promise.all(stores.map((store, index) => store.load(databases[index]!)))
}

async function compare(
  { agents }: World,
  request: AskedRequest,
  token: string,
  statuses: number[],
): Promise<string | undefined> {
  let asked = request
  for (let pages = 0; pages < maxPages; pages += 1) {
    const [one, other] = await Promise.all(agents.map(agent => ask(agent, asked, token)))
    statuses.push(one!.status)
    if (one!.text !== other!.text) {
      return `${asked.kind} ${asked.method} ${asked.path} ${JSON.stringify(asked.query)} ${JSON.stringify(asked.body)}\n${one!.text}\n${other!.text}`
    }
    const after = asked.isFollowed ? /"page":\{"after":"([^"]+)"/.exec(one!.text)?.[1] : undefined
    if (after === undefined) return undefined
    asked = { ...asked, query: { ...asked.query, 'page[after]': after } }
  }
  return undefined
}

interface Answer {
  readonly status: number
  /** Status, headers and body, without what is new in every answer. */
  readonly text: string
}

export async function ask(agent: Agent, asked: AskedRequest, token: string): Promise<Answer> {
  const query = new URLSearchParams({ timezone: 'Europe/Paris', ...asked.query })
  const response = await agent.fetch(
    new Request(`http://localhost/service${asked.path}?${query}`, {
      method: asked.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(asked.body && { 'content-type': 'application/json' }),
      },
      ...(asked.body && { body: JSON.stringify(asked.body) }),
    }),
  )
  const headers = [...response.headers].filter(([name]) => !newEachTime.has(name))
  const body = (await response.text()).replace(chartId, '"id":"","type":"stats"')
  return { status: response.status, text: `${response.status} ${JSON.stringify(headers)} ${body}` }
}

const newEachTime: ReadonlySet<string> = new Set(['x-service-correlation-id', 'last-modified'])
const chartId = /"id":"[0-9a-f-]{36}","type":"stats"/
