import type { BootPlace } from '@service/protocol'
import {
  type Answer,
  type Diagnosis,
  diagnoseConnection,
  type TestStep,
} from '../../core/onboarding/diagnose-connection.js'
import { ApiError } from '../api-error.js'
import { exchangeCode, findFirstExchange } from '../first-requests.js'
import { fetchAgentCode } from '../service-api.js'

/** In milliseconds: an address that nobody is at may not respond at all. */
const patience = 8_000

const silent: RequestInit = { credentials: 'omit', cache: 'no-store' }

/** Tests from this page whether it can work with the agent of an environment. */
export function testConnection(
  agentUrl: string | null,
  place: Omit<BootPlace, 'teamId'>,
  onStep: (passed: TestStep) => void,
): Promise<Diagnosis> {
  const url = agentUrl ?? ''
  return diagnoseConnection(
    agentUrl,
    {
      pageUrl: window.location.href,
      isLocalNetworkDenied,
      readHealth: () => readAnswer(send(`${url}/`, silent)),
      isAnythingThere: () =>
        send(`${url}/`, { ...silent, mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      openSession: async () => {
        try {
          const code = await fetchAgentCode(place)
          // Somebody changed the address meanwhile. The policy of this page does not allow it to call the new one.
          if (new URL(code.agentUrl).origin !== new URL(url).origin) return undefined
          // A code that is used twice would end the session that it opened first.
          const first = await findFirstExchange(code.code)
          return await readAnswer(first?.response ?? exchangeCode(code, false))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          return { status: error.status, body: error.body }
        }
      },
    },
    onStep,
  )
}

const send = (url: string, init: RequestInit) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(patience) })

/** Undefined when there is no response that this page may read. */
async function readAnswer(sent: Promise<Response>): Promise<Answer | undefined> {
  const response = await sent.catch(() => undefined)
  if (!response) return undefined
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

/** Browsers name the permission differently, or have none. */
const permissionNames = ['local-network-access', 'loopback-network', 'local-network']

async function isLocalNetworkDenied(): Promise<boolean> {
  const states = await Promise.all(
    permissionNames.map(name =>
      Promise.resolve(navigator.permissions?.query({ name: name as PermissionName }))
        .then(permission => permission?.state)
        .catch(() => undefined),
    ),
  )
  return states.some(state => state === 'denied' || state === 'prompt')
}
