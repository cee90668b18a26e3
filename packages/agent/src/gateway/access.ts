import type { CollectionModel, EngineCall, HiddenIn, WriteWatch } from '@service/engine'
import type { Right } from '@service/service-client'
import type { Actor } from '../activity/actor.js'
import type { CallerActionRights } from './action-rights.js'
import type { Deny } from './denial.js'
import type { NamedQuery } from './named-query.js'
import type { QueryChartName } from './query-chart.js'

/** What one signed-in caller may do. Created by the gateway; routes use the engine only through it. */
export interface Access {
  readonly userId: number
  /** The names of the caller and their team in the activity log. */
  readonly actor: Actor
  /** The role as which an administrator looks, and changes nothing. Absent: the caller acts as themselves. */
  readonly viewedAsRole?: string
  /** Identifies what the caller may see of the schema, in every process of the agent. */
  readonly schemaTag: string
  /** Receives the changes made by calls created from now on. Optional. */
  watch?: WriteWatch
  /** Throws an error; the log and the response contain the rule that caused it. */
  readonly deny: Deny
  /** Throws `ForbiddenError` (403) unless the caller's role has the right on the collection. */
  require(right: Right, collection: CollectionModel): void
  can(right: Right, collection: CollectionModel): boolean
  /** Whether the caller may see records of a collection at all. */
  mayRead(collection: CollectionModel): boolean
  /** Fields the caller may not see; when absent, they see all. */
  readonly hiddenIn?: HiddenIn
  /** Fields the caller may not write; when absent, they write all. */
  readonly lockedIn?: HiddenIn
  /** What the caller's role may do with an action, and under which conditions. */
  actionRights(action: string, collection: CollectionModel): CallerActionRights
  /** Throws 403 unless this chart (the body of a stats or native query request) may be run. */
  requireChart(chart: object): void
  /**
   * Finds the SQL chart of the team with this type, connection and digest of its query; throws 403 when there is
   * none.
   */
  requireQueryChart(chart: QueryChartName): Readonly<Record<string, unknown>>
  mayRunCodeChart(name: string): boolean
  /** Throws 403 unless this chart of the agent, written in code, may be run. */
  requireCodeChart(name: string): void
  /** Throws 403 unless this live query is one configured for the collection and the connection. */
  requireSegmentQuery(query: string, connectionName: string, collection: CollectionModel): void
  /** Whether the caller writes charts and live queries, and so may see their texts. */
  readonly mayWriteQueries: boolean
  /** The live queries of a collection that the caller's lists can ask for by name. */
  namedQueries(collection: CollectionModel): ReadonlyMap<string, NamedQuery>
  /** Values for `{{currentUser.…}}` in charts, live queries and scopes, by path without braces. */
  variable(name: string): string | undefined
  /** Creates the call to pass to the engine: caller, time zone, clock, signal and scopes; hooks run in it. */
  call(timezone: string): EngineCall
}
