import type { SchemaFile } from '@service/protocol'
import type { Right } from '../gateway/access.js'

/** Who may do something: everybody, nobody, or the roles listed. */
export type RoleRight = boolean | { readonly roles: readonly number[] }

/** Who may do what with an action. */
export interface ActionRights {
  readonly trigger: RoleRight
}

/** Who may do what with the records of one collection. */
export interface CollectionRights extends Readonly<Record<Right, RoleRight>> {
  /** By the name of the action; `true` lets everybody run all of them. What is left out is refused. */
  readonly actions?: true | ReadonlyMap<string, ActionRights>
}

/** A user as the service knows them. */
export interface ServiceUser {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** `admin`, `developer` and `editor` may run any chart and live query; every other level is a user. */
  readonly permissionLevel: string
  readonly roleId: number
  readonly tags: Readonly<Record<string, string>>
  /** When given: the renderings the user may open. A session for another one is refused. */
  readonly renderingIds?: readonly number[]
}

/** An SQL segment that users may run. */
export interface LiveQuery {
  readonly query: string
  /** Absent: any connection. */
  readonly connectionName?: string
}

/** What one team sees of a collection. */
export interface RenderingCollection {
  /** A condition tree as sent on the wire, with `{{currentUser.…}}` variables, or null for all rows. */
  readonly scope: object | null
  readonly liveQueries: readonly LiveQuery[]
}

/** One team's view of an environment. A collection it does not list is refused. */
export interface Rendering {
  readonly team: { readonly id: number; readonly name: string }
  readonly collections: ReadonlyMap<string, RenderingCollection>
  /** The definitions of all charts the team sees, as a browser posts them. */
  readonly charts: readonly object[]
}

/** Addresses that are let in: one, from one to another, or a range like `10.0.0.0/8`. */
export type IpRule =
  | { readonly type: 0; readonly ip: string }
  | { readonly type: 1; readonly ipMinimum: string; readonly ipMaximum: string }
  | { readonly type: 2; readonly range: string }

/** Everything permissions are decided from. Never edited: a change makes a new object. */
export interface Snapshot {
  readonly users: ReadonlyMap<number, ServiceUser>
  /** Role names by id. */
  readonly roles: ReadonlyMap<number, string>
  /** `true` in a development environment: every right on every collection. */
  readonly rights: true | ReadonlyMap<string, CollectionRights>
  readonly renderings: ReadonlyMap<number, Rendering>
  /** Absent: requests are accepted from any address. */
  readonly ipRules?: readonly IpRule[]
}

/** The profile a session is made from. */
export interface SignedInUser {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly team: string
  readonly role: string
  readonly permissionLevel: string
  readonly tags?: Readonly<Record<string, string>>
}

/** What the agent needs of the service. */
export interface ServicePort {
  /** Loads the first snapshot. */
  start(): Promise<void>
  /** Ends what `start` began. */
  stop(): Promise<void>
  /** The current one, at hand without waiting. Its identity changes whenever anything in it does. */
  readonly snapshot: Snapshot
  /** Calls back after each change of `snapshot`; answers how to stop that. */
  onChange(listener: () => void): () => void
  /** A client says that the scopes of a rendering were edited. */
  refreshRendering(renderingId: number): Promise<void>
  /** Uploads the schema unless the service already holds the one with this hash. */
  sendSchema(schema: SchemaFile, hash: string): Promise<'sent' | 'unchanged'>
  /** Where a browser signs in; the service sends it back with `state` and a code. */
  authorizationUrl(renderingId: number, state: string): Promise<string>
  /** Rejects with an error of status 401 when the code is refused, 403 when the rendering is. */
  exchangeCode(code: string, renderingId: number): Promise<SignedInUser>
}
