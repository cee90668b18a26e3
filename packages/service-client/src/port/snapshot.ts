import type { CollectionRights } from './rights.js'

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
  /** How the logs call the user. */
  readonly username?: string
  /** Sessions of a lower version have ended. */
  readonly sessionVersion?: number
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
  /** `true` in an environment that an admin opened: every right on every collection. */
  readonly rights: true | ReadonlyMap<string, CollectionRights>
  readonly renderings: ReadonlyMap<number, Rendering>
  /** Absent: requests are accepted from any address. */
  readonly ipRules?: readonly IpRule[]
}
