import type { InProcessService } from '@service/agent'
import type { MatrixSource } from './permission-matrix.js'

/** The roles that have a user, and which actions need an approval. */
export function roleRights({
  snapshot,
}: InProcessService): Pick<MatrixSource, 'roles' | 'needsApproval'> {
  const { roles, users, rights } = snapshot
  const held = new Set([...users.values()].map(({ roleId }) => roleId))
  const named = [...roles].filter(([id]) => held.has(id))
  const roleIds = new Map(named.map(([id, name]) => [name, id]))
  return {
    roles: named.map(([, name]) => name),
    needsApproval(role: string, collection: string, action: string): boolean {
      const actions = rights === true ? undefined : rights.get(collection)?.actions
      const right = actions === true ? undefined : actions?.get(action)?.requireApproval
      const roleId = roleIds.get(role)
      if (typeof right !== 'object') return right === true
      return roleId !== undefined && right.roles.includes(roleId)
    },
  }
}
