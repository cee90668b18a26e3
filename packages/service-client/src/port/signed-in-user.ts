/** The profile a session is created from. */
export interface SignedInUser {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly team: string
  readonly role: string
  /** The session ends when the user's role changes. */
  readonly roleId?: number
  readonly permissionLevel: string
  readonly tags?: Readonly<Record<string, string>>
  /** The session ends when the service raises this number, for example after a password change. */
  readonly sessionVersion?: number
}
