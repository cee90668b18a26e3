import type { PermissionLevel } from '../has-level.js'

export interface Named {
  readonly id: number
  readonly name: string
}

/** Texts that scopes and filters use as `currentUser.tags.…`. */
export type Tags = Readonly<Record<string, string>>

/** A member of a project as its settings show them. */
export interface Member {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly permissionLevel: PermissionLevel
  readonly role: Named
  readonly teams: readonly Named[]
  readonly isUnverified: boolean
  /** Only admins get them. */
  readonly tags?: Tags
}

/** What an admin can change of a member; absent fields stay. */
export interface MemberChange {
  readonly permissionLevel?: PermissionLevel
  readonly roleId?: number
  readonly teamIds?: readonly number[]
  readonly tags?: Tags
}

/** Whether a project would be left without an admin when this member is none any more. */
export function isLastAdmin(members: readonly Member[], { id, permissionLevel }: Member): boolean {
  if (permissionLevel !== 'admin') return false
  return !members.some(other => other.id !== id && other.permissionLevel === 'admin')
}
