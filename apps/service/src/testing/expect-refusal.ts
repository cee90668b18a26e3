import type { Access, Route } from '../http/route.js'
import { permissionLevels } from '../store/schema.js'
import type { AccessCaller } from './access-callers.js'

/** The status that turns a caller away from a route; undefined when they may use it. */
export type Refusal = 401 | 403 | 404 | undefined

/** Who may use what, told a second time and in other words than the service's own. */
export function expectRefusal({ access, method }: Route, caller: AccessCaller): Refusal {
  if (access.kind === 'open') return undefined
  if (access.kind === 'agent') return caller.agent ? undefined : 401
  if (access.kind === 'token') return refusalOfToken(access.scope, caller)
  const { person } = caller
  if (!person) return 401
  if (person.credential === 'session without CSRF token' && method !== 'get') return 403
  return refusalOfPerson(access, person)
}

function refusalOfToken(scope: string, { token }: AccessCaller): Refusal {
  if (!token) return 401
  const isCovered = token.scopes.some(one => one === 'all' || one === scope)
  return token.isRefused || !isCovered ? 403 : undefined
}

function refusalOfPerson(
  access: Extract<Access, { kind: 'person' | 'session' | 'owner' | 'member' }>,
  { credential, level, isOwner }: NonNullable<AccessCaller['person']>,
): Refusal {
  switch (access.kind) {
    case 'person':
      return undefined
    case 'session':
      return credential === 'personal token' ? 403 : undefined
    case 'owner':
      return isOwner && credential !== 'foreign SSO' ? undefined : 403
    case 'member': {
      if (level === undefined) return 404
      if (credential === 'foreign SSO') return 403
      if (access.sessionOnly && credential === 'personal token') return 403
      // The environments of these callers are nobody's own, so that `ownLevel` opens nothing.
      return rank(level) < rank(access.level) ? 403 : undefined
    }
  }
}

const rank = (level: (typeof permissionLevels)[number]) => permissionLevels.indexOf(level)
