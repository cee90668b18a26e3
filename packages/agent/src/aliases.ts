/**
 * Names that clients send to an agent: ours first, then the alias of the protocol family. Those of the
 * agents' API are in `@service/protocol`.
 */
export const sessionCookies = ['service_session_token', 'forest_session_token'] as const
export const projectionHeaders = ['service-projection', 'forest-projection'] as const

const correlationHeaders = {
  ours: 'x-service-correlation-id',
  other: 'x-forest-correlation-id',
} as const

/** The response header of the request id; under a prefix of the protocol family it is their alias. */
export function correlationHeader(prefix: string): string {
  return prefix === '/forest' || prefix.endsWith('/forest')
    ? correlationHeaders.other
    : correlationHeaders.ours
}

/** The value of the first of these headers that the request contains. */
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
