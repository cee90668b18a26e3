import { signInAtAgent } from '../../../../examples/store/src/sign-in.js'
import { shop } from './panel-test.js'
import type { Person } from './people.js'
import type { PanelPlace } from './place.js'

interface AgentAnswer<T = unknown> {
  readonly status: number
  readonly body: T
}

/** Calls the API of an agent as a person, past the panel. */
export interface AgentClient {
  send<T = unknown>(method: string, path: string, body?: object): Promise<AgentAnswer<T>>
}

const sessions = new Map<string, Promise<string>>()

/**
 * Opens the API of an agent for a person; their session is opened once by each worker, and again when another suite has
 * ended the sessions of the person.
 */
export async function openAgentClient(person: Person, place: PanelPlace): Promise<AgentClient> {
  const key = `${person.email} ${place.agentUrl}`
  const open = () => {
    const session = openSession(person, place)
    sessions.set(key, session)
    return session
  }
  const sendWith = async (token: string, method: string, path: string, body?: object) => {
    const url = `${place.agentUrl}${path}${path.includes('?') ? '&' : '?'}timezone=UTC`
    return fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  await (sessions.get(key) ?? open())
  return {
    async send<T>(method: string, path: string, body?: object) {
      const token = await (sessions.get(key) ?? open())
      const first = await sendWith(token, method, path, body)
      const response =
        first.status === 401 ? await sendWith(await open(), method, path, body) : first
      const text = await response.text()
      return { status: response.status, body: (text === '' ? null : parse(text)) as T }
    },
  }
}

/** Exports are not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function openSession(person: Person, place: PanelPlace): Promise<string> {
  const response = await fetch(`${shop.serviceUrl}${place.environmentPath}/renderings`, {
    headers: { cookie: person.cookie },
  })
  const { data } = (await response.json()) as {
    readonly data: readonly { readonly id: number; readonly team: { readonly name: string } }[]
  }
  const rendering = data.find(({ team }) => team.name === person.team)
  if (!rendering) throw new Error(`${person.email} is in no team of ${place.environmentName}.`)
  return signInAtAgent(place.agentUrl, rendering.id, person.cookie)
}
