import type { RequestFacts } from '../request-facts.js'

/** What follows `Bearer` in the Authorization header, when there is one. */
export function bearerOf(request: RequestFacts): string | undefined {
  const header = request.header('authorization')
  if (header === undefined) return undefined
  return /^Bearer +([^ ]+) *$/i.exec(header)?.[1] ?? ''
}
