import type { CollectionRights } from './rights.js'

/** A user as the service knows them. */
export interface ServiceUser {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /**
   * `admin`, `developer` and `editor` may run any chart and live query; any other level counts as
   * `user`.
   */
  readonly permissionLevel: string
  readonly roleId: number
  readonly tags: Readonly<Record<string, string>>
  /** The renderings the user may open; sessions for others are rejected. Absent: all of them. */
  readonly renderingIds?: readonly number[]
  /** Name of the user in logs. */
  readonly username?: string
  /** Sessions with a lower version have ended. */
  readonly sessionVersion?: number
}

/** An SQL segment that users may run. */
export interface LiveQuery {
  readonly query: string
  /** Default: any connection. */
  readonly connectionName?: string
  /** By which lists ask for the segment without knowing its query. */
  readonly name?: string
}

/** What one team may see of a collection. */
export interface RenderingCollection {
  /** A condition tree as sent on the wire, with `{{currentUser.…}}` variables, or null for all rows. */
  readonly scope: object | null
  readonly liveQueries: readonly LiveQuery[]
}

/** One team's view of an environment. Access to collections it does not list is denied. */
export interface Rendering {
  readonly team: { readonly id: number; readonly name: string }
  readonly collections: ReadonlyMap<string, RenderingCollection>
  /** The definitions of all charts of the team, as a browser posts them. */
  readonly charts: readonly object[]
}

/** Accepted IP addresses: one, a range from one to another, or a network such as `10.0.0.0/8`. */
export type IpRule =
  | { readonly type: 0; readonly ip: string }
  | { readonly type: 1; readonly ipMinimum: string; readonly ipMaximum: string }
  | { readonly type: 2; readonly range: string }

/** Everything permissions are decided from. Immutable: every change creates a new object. */
export interface Snapshot {
  readonly users: ReadonlyMap<number, ServiceUser>
  /** Role names by id. */
  readonly roles: ReadonlyMap<number, string>
  /** `true` in an environment without permission checks: every right on every collection. */
  readonly rights: true | ReadonlyMap<string, CollectionRights>
  readonly renderings: ReadonlyMap<number, Rendering>
  /** Absent: requests are accepted from any IP address. */
  readonly ipRules?: readonly IpRule[]
}
