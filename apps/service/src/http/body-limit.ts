import type { Access, Route } from './route.js'

/** Bytes of a body: larger ones are refused unread. What anybody can send is small. */
const LIMITS: Readonly<Record<Access['kind'], number>> = {
  open: 16 * 1024,
  person: 1024 * 1024,
  session: 1024 * 1024,
  owner: 1024 * 1024,
  member: 1024 * 1024,
  token: 1024 * 1024,
  // Batches of the activity log.
  agent: 4 * 1024 * 1024,
}

/** The largest body a route takes: what it says itself, else by who may use it. */
export const bodyLimitOf = ({ access, bodyLimit }: Pick<Route, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? LIMITS[access.kind]
