import { randomUUID } from 'node:crypto'

/** A program as it registered (RFC 7591), with its id. */
export type RegisteredProgram = Readonly<Record<string, unknown>> & {
  readonly client_id: string
  readonly redirect_uris: readonly string[]
}

/** Undefined when it does not say where people shall return to. */
export function registerProgram(given: unknown): RegisteredProgram | undefined {
  const { redirect_uris: uris, ...rest } = (given ?? {}) as Readonly<Record<string, unknown>>
  const isList = Array.isArray(uris) && uris.length > 0 && uris.every(uri => URL.canParse(uri))
  if (!isList) return undefined
  return {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...rest,
    redirect_uris: uris,
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(Date.now() / 1000),
  }
}

/** Whether people may be sent there: an address it registered, on this computer at any port (RFC 8252 §7.3). */
export function mayReturnTo({ redirect_uris: uris }: RegisteredProgram, address: string): boolean {
  return URL.canParse(address) && uris.some(uri => uri === address || isSameHere(uri, address))
}

function isSameHere(registered: string, address: string): boolean {
  const [known, given] = [new URL(registered), new URL(address)]
  if (!['127.0.0.1', '[::1]', 'localhost'].includes(known.hostname)) return false
  known.port = given.port
  return known.href === given.href
}
