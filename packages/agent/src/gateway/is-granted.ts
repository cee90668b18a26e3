import type { RoleRight } from '@service/service-client'

/** Whether a role has a right; rights that are not granted are denied. */
export function isGranted(right: RoleRight | undefined, roleId: number): boolean {
  return typeof right === 'object' ? right.roles.includes(roleId) : right === true
}
