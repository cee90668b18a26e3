import type { Instant } from '../../store/instant.js'
import type { PermissionLevel, Tags } from '../../store/schema.js'
import type { TokenScope } from './token-scopes.js'

/** How a person proved who they are. */
export type Credential =
  | {
      readonly kind: 'session'
      readonly publicId: string
      readonly method: 'password' | 'sso'
      /** The project whose identity provider vouched for them. */
      readonly ssoProjectId: number | null
      readonly signedInAt: Instant
    }
  | { readonly kind: 'personalToken'; readonly id: number }
  /** Given to an agent for somebody who signed in there; counts in that rendering only. */
  | {
      readonly kind: 'accessToken'
      readonly environmentId: number
      readonly renderingId: number
      readonly method: 'password' | 'sso'
      readonly ssoProjectId: number | null
      /** Of a program that acts for them: what they let it do. Absent when it is they themselves. */
      readonly scopes?: readonly string[]
    }

/** Whose an access token is, and where it counts. */
export interface AccessToken {
  readonly userId: number
  readonly credential: Extract<Credential, { kind: 'accessToken' }>
}

/** Somebody signed in. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly isOwner: boolean
  /** Nobody proved that the address is theirs. */
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

/** What a person is in a project. */
export interface Member {
  readonly level: PermissionLevel
  readonly roleId: number
  readonly teamIds: readonly number[]
  readonly tags: Tags
}

/** The token of a public request, and who made it. */
export interface TokenBearer {
  readonly id: number
  readonly scopes: readonly TokenScope[]
  readonly userId: number
}

/** Who sent a request and what it is about: what the access of the route tells. */
export interface Caller {
  readonly person?: Person
  readonly project?: Project
  readonly member?: Member
  readonly environment?: Environment
  readonly token?: TokenBearer
}
