import type { PermissionLevel } from '../../../core/settings/has-level.js'
import type { Named, Tags } from '../../../core/settings/people/member.js'

/** An invitation that was neither accepted nor revoked. */
export interface Invitation {
  readonly id: number
  readonly email: string
  readonly permissionLevel: PermissionLevel
  readonly role: Named
  readonly teams: readonly Named[]
  readonly tags: Tags
  readonly invitedBy: { readonly id: number; readonly username: string; readonly email: string }
  readonly createdAt: string
  readonly expiresAt: string
  readonly isExpired: boolean
  readonly isMailed: boolean
  /** Only in the response to the request that creates it, when it was not mailed. */
  readonly url?: string
}
