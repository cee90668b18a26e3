import type { Instant } from '../../store/instant.js'
import type { PermissionLevel, Tags } from '../../store/schema.js'
import type { TokenScope } from './token-scopes.js'

/**
 * How a person was authenticated. `hasTwoFactors`: they proved two factors when the session was opened, or when the token
 * or grant was made.
 */
export type Credential =
  | {
      readonly kind: 'session'
      readonly publicId: string
      /** `password` is any sign-in at the service itself, that with a passkey too. */
      readonly method: 'password' | 'sso'
      /** The project whose identity provider authenticated the person; null for a password. */
      readonly ssoProjectId: number | null
      readonly signedInAt: Instant
      readonly hasTwoFactors: boolean
    }
  | { readonly kind: 'personalToken'; readonly id: number; readonly hasTwoFactors: boolean }
  /** Issued to an agent for a person who signed in there; valid in that rendering only. */
  | {
      readonly kind: 'accessToken'
      readonly environmentId: number
      readonly renderingId: number
      readonly method: 'password' | 'sso'
      readonly ssoProjectId: number | null
      readonly hasTwoFactors: boolean
      /** The scopes granted to an OAuth client that acts for the person. Absent: the person acts directly. */
      readonly scopes?: readonly string[]
    }

/** The owner of an access token and where it is valid. */
export interface AccessToken {
  readonly userId: number
  readonly credential: Extract<Credential, { kind: 'accessToken' }>
}

/** A signed-in person. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly isOwner: boolean
  /** The e-mail address is unverified. */
  readonly isUnverified: boolean
  readonly credential: Credential
}

export interface Project {
  readonly id: number
  readonly name: string
}

export interface Environment {
  readonly id: number
  readonly name: string
  readonly kind: 'production' | 'staging' | 'development'
}

/** The membership of a person in a project. */
export interface Member {
  readonly level: PermissionLevel
  readonly roleId: number
  readonly teamIds: readonly number[]
  readonly tags: Tags
}

/** The token of a public API request, and its owner. */
export interface TokenBearer {
  readonly id: number
  readonly scopes: readonly TokenScope[]
  readonly userId: number
}

/** The caller of a request and its project; which members are set depends on the access of the route. */
export interface Caller {
  readonly person?: Person
  readonly project?: Project
  readonly member?: Member
  readonly environment?: Environment
  readonly token?: TokenBearer
}
