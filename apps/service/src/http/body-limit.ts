import type { Access, Route } from './route.js'

/**
 * The maximum size of a body in bytes, by access. Larger bodies are rejected unread, and routes open to
 * anyone have a small limit.
 */
const LIMITS: Readonly<Record<Access['kind'], number>> = {
  open: 16 * 1024,
  person: 1024 * 1024,
  session: 1024 * 1024,
  owner: 1024 * 1024,
  member: 1024 * 1024,
  token: 1024 * 1024,
  // Room for batches of activity log entries.
  agent: 4 * 1024 * 1024,
}

/** The maximum body size of a route: its own limit, or that of its access kind. */
export const chooseBodyLimit = ({
  access,
  bodyLimit,
}: Pick<Route, 'access' | 'bodyLimit'>): number => bodyLimit ?? LIMITS[access.kind]
