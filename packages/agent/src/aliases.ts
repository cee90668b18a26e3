/**
 * Both spellings of what clients send to an agent: ours first, then the one existing public
 * clients of this protocol family use. Those of the agents' API are in `@service/protocol`.
 */
export const sessionCookies = ['service_session_token', 'forest_session_token'] as const
export const projectionHeaders = ['service-projection', 'forest-projection'] as const

const correlationHeaders = {
  ours: 'x-service-correlation-id',
  other: 'x-forest-correlation-id',
} as const

/** The response header of the request id; clients of the protocol family mount the agent under `/forest`. */
export function correlationHeader(prefix: string): string {
  return prefix === '/forest' || prefix.endsWith('/forest')
    ? correlationHeaders.other
    : correlationHeaders.ours
}

/** Returns the value of the first of these headers that the request has. */
export function firstHeader(
  request: { header(name: string): string | undefined },
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const value = request.header(name)
    if (value !== undefined) return value
  }
  return undefined
}
