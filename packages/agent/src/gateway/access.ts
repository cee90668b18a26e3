import type { CollectionModel, EngineCall, HiddenIn, WriteWatch } from '@service/engine'
import type { Right } from '@service/service-client'
import type { Actor } from '../activity/actor.js'
import type { CallerActionRights } from './action-rights.js'
import type { Deny } from './denial.js'

/** What one signed-in caller may do. Made by the gateway; the only door to the engine for routes. */
export interface Access {
  readonly userId: number
  /** How the activity log calls the caller and their team. */
  readonly actor: Actor
  /** Told of the changes that calls made from now on lead to. */
  watch?: WriteWatch
  /** Throws an error; the log, and the answer to an administrator, name the rule behind it. */
  readonly deny: Deny
  /** Throws `ForbiddenError` (403) unless the caller's role has the right on the collection. */
  require(right: Right, collection: CollectionModel): void
  can(right: Right, collection: CollectionModel): boolean
  /** Whether the caller may see records of a collection at all. */
  mayRead(collection: CollectionModel): boolean
  /** Fields the caller may not see. Absent: they see all. */
  readonly hiddenIn?: HiddenIn
  /** Fields the caller may not write. Absent: they write all. */
  readonly lockedIn?: HiddenIn
  /** What the caller's role may do with an action, and under which conditions. */
  actionRights(action: string, collection: CollectionModel): CallerActionRights
  /** Throws 403 unless this chart (the body of a stats or native query request) may be run. */
  requireChart(chart: object): void
  mayRunCodeChart(name: string): boolean
  /** Throws 403 unless this chart of the agent, which is code, may be run. */
  requireCodeChart(name: string): void
  /** Throws 403 unless this live query is one configured for the collection and the connection. */
  requireSegmentQuery(query: string, connectionName: string, collection: CollectionModel): void
  /** Values for `{{currentUser.…}}` in charts, live queries and scopes, by path without braces. */
  variable(name: string): string | undefined
  /** The call to hand to the engine: caller, time zone, clock, signal, and scopes; hooks run in it. */
  call(timezone: string): EngineCall
}
