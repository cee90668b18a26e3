import type { InProcessServiceOptions, InProcessUser } from '@service/agent'

export type PeopleOptions = Partial<
  Pick<InProcessServiceOptions, 'users' | 'roles' | 'teams' | 'rights'>
>

/** By default, everyone may do everything and each role has one user. */
export function completePeople(options: PeopleOptions): InProcessServiceOptions {
  const { roles = { 1: 'Admin' }, users = [], teams, rights = true } = options
  const permissionLevel = options.roles ? 'user' : 'admin'
  const missing = Object.entries(roles).filter(
    ([id]) => !users.some(({ roleId }) => roleId === Number(id)),
  )
  const firstFree = Math.max(0, ...users.map(({ id }) => id)) + 1
  const added = missing.map(([roleId, role], index): InProcessUser => {
    const name = role.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const id = firstFree + index
    const email = `${name}@example.com`
    return { id, email, firstName: role, roleId: Number(roleId), permissionLevel }
  })
  return { users: [...users, ...added], roles, teams, rights }
}
