import { type AgentCode, type Boot, getBootPath } from '@service/protocol'
import { basePath, removeBasePath } from '../core/places/base-path.js'
import { readPersonId } from './person.js'
import { roleView } from './role-view.js'

/** Where the sign-in of the other window ends. That page shows no records. */
export const signedInPath: string = `${basePath}/app/signed-in`

/** The wizard opens no place, and asks an agent for a session only to test it. */
const wizardPath = `${basePath}/app/connect`

export interface FirstExchange {
  readonly code: string
  readonly response: Promise<Response>
}

let boot: Promise<Response> | undefined
let exchange: Promise<FirstExchange | undefined> | undefined

/** Asks for the boot document and a session of the agent, while the panel's own script is still being loaded. */
export function sendFirstRequests(): void {
  const { pathname } = window.location
  if (pathname === signedInPath || pathname === wizardPath) return
  boot = fetch(basePath + getBootPath(removeBasePath(pathname)), { credentials: 'same-origin' })
  // Whoever takes the responses reports what went wrong.
  exchange = boot.then(exchangeFirstCode).catch(() => undefined)
}

async function exchangeFirstCode(response: Response): Promise<FirstExchange | undefined> {
  if (!response.ok || roleView) return undefined
  const { agentCode, user } = (await response.clone().json()) as Boot
  if (!agentCode || user.id !== (readPersonId() ?? user.id)) return undefined
  const sent = exchangeCode(agentCode, !hasStoredSchema())
  sent.catch(() => {})
  return { code: agentCode.code, response: sent }
}

/** Whether an earlier visit stored a schema, of whichever place. */
function hasStoredSchema(): boolean {
  try {
    return Object.keys(localStorage).some(name => name.includes('["schema",'))
  } catch {
    return false
  }
}

/** Exchanges a one-use code of the service for a session of the agent. A form needs no preflight: it is one round trip. */
export function exchangeCode(
  { code, codeVerifier = '', agentUrl }: AgentCode,
  needsSchema: boolean,
): Promise<Response> {
  const body = new URLSearchParams({ code, codeVerifier, ...(needsSchema && { schema: 'true' }) })
  return fetch(`${agentUrl}/authentication/code`, { method: 'POST', credentials: 'omit', body })
}

/** The response with the boot document that was asked for first, once. */
export function takeFirstBoot(): Promise<Response> | undefined {
  const taken = boot
  boot = undefined
  return taken
}

/** The exchange of a code that began already; undefined for another one. */
export async function findFirstExchange(code: string): Promise<FirstExchange | undefined> {
  const first = await exchange
  return first?.code === code ? first : undefined
}
