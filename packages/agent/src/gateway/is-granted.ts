import type { RoleRight } from '@service/service-client'

/** Whether a role has a right. What nobody granted is refused. */
export function isGranted(right: RoleRight | undefined, roleId: number): boolean {
  return typeof right === 'object' ? right.roles.includes(roleId) : right === true
}
