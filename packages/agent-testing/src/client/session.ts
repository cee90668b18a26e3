import { createSecretKey } from 'node:crypto'
import type { ServiceUser } from '@service/service-client'
import { SignJWT } from 'jose'
import type { People } from '../test-service/test-service.js'

const lifetimeSeconds = 3600

/** Signs a session as the agent would, with the claims of all agents of the protocol family. */
export function signSession(
  authSecret: string,
  { id, email, firstName, lastName, permissionLevel, roleId, tags }: ServiceUser,
  role: string,
  renderingId: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ id, email, firstName, lastName, permissionLevel, roleId, role, renderingId, tags },
    ...{ first_name: firstName, last_name: lastName, permission_level: permissionLevel },
    ...{ role_id: roleId, rendering_id: renderingId, team: '' },
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(createSecretKey(Buffer.from(authSecret, 'utf8')))
}

/** A user: the name of a role, the id of a user, or some members of one. */
export type Who =
  | string
  | number
  | { readonly id: number }
  | { readonly email: string }
  | { readonly role: string }

/** Finds the user among those of the service. */
export function findUser(who: Who, { users, roles }: People): ServiceUser {
  const wanted =
    typeof who === 'string' ? { role: who } : typeof who === 'number' ? { id: who } : who
  const found = users.find(user => {
    if ('id' in wanted) return user.id === wanted.id
    if ('email' in wanted) return user.email === wanted.email
    return roles.some(({ id, name }) => id === user.roleId && name === wanted.role)
  })
  if (found) return found
  const known = users.map(user => {
    const role = roles.find(({ id }) => id === user.roleId)?.name ?? user.roleId
    return `${user.email} (id ${user.id}, role ${role})`
  })
  throw new TypeError(
    `There is no user ${JSON.stringify(wanted)}. Known users: ${known.join(', ') || 'no users'}.`,
  )
}
