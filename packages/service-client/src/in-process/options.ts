import type { WireCustomization } from '@service/protocol'
import type { ActivityEntry } from '../port/activity-entry.js'
import type { PanelPort } from '../port/panel-port.js'
import type { ActionRights, FieldRights, Right, RoleRight } from '../port/rights.js'
import type { ServicePort } from '../port/service-port.js'
import type { IpRule, LiveQuery } from '../port/snapshot.js'
import type { InProcessApproval } from './approvals.js'
import type { InProcessMcp } from './mcp.js'

/** Who may sign in, and with which role. */
export interface InProcessUser {
  readonly id: number
  readonly email: string
  readonly roleId: number
  readonly firstName?: string
  readonly lastName?: string
  /** Default `user`. */
  readonly permissionLevel?: string
  readonly tags?: Readonly<Record<string, string>>
  /** Ids of teams. Default: all teams. */
  readonly teams?: readonly number[]
}

/** One team; its rendering has the team's id unless told otherwise. */
export interface InProcessTeam {
  readonly id: number
  readonly name: string
  readonly renderingId?: number
}

/** Rights on one collection; those left out are refused, `true` is all of them. */
export type InProcessCollectionRights =
  | boolean
  | (Partial<Readonly<Record<Right, RoleRight>>> & {
      /** Who may see and write which field, by its name; fields left out follow the collection. */
      readonly fields?: Readonly<Record<string, FieldRights>>
      /** Who may run which action, by its name: whoever has the right, or in all its detail. */
      readonly actions?: Readonly<Record<string, RoleRight | ActionRights>>
    })

/** Rights by collection; those left out are refused. */
export type InProcessRights = Readonly<Record<string, InProcessCollectionRights>>

/** The people and rights an in-process service begins with. */
export interface InProcessServiceOptions {
  readonly users: readonly InProcessUser[]
  /** Names of roles by id. */
  readonly roles?: Readonly<Record<number, string>>
  /** Default: one team, `Operations`, with id and rendering 1. */
  readonly teams?: readonly InProcessTeam[]
  /** By collection; `true` opens everything to everybody. */
  readonly rights: true | InProcessRights
  /** The addresses requests may come from. Default: any. */
  readonly ipRules?: readonly IpRule[]
  /** Actions made without code, for agents with the option `experimental`. Default: none. */
  readonly customizations?: readonly WireCustomization[]
  /** Where `authorizationUrl` points. */
  readonly signInUrl?: string
  /** The public address of the agent, where AI clients reach it. Default: none is known. */
  readonly agentUrl?: string
}

/** The service inside the agent's process: it keeps nothing on disk and asks for no password. */
export interface InProcessService extends ServicePort {
  /** Adds a user, or replaces the one of the same id. */
  setUser(user: InProcessUser): void
  /** Ends the sessions of a user. */
  removeUser(userId: number): void
  /** Adds a role, or gives one another name. */
  setRole(roleId: number, name: string): void
  /** Adds a team, or replaces the one of the same id. */
  setTeam(team: InProcessTeam): void
  /** Replaces the rights on a collection. Where everything was open, only collections given rights are then. */
  setRights(collection: string, rights: InProcessCollectionRights): void
  /** Replaces the rights on all collections; `true` opens everything to everybody. */
  replaceRights(rights: true | InProcessRights): void
  /** Limits a team to the rows a condition tree matches; `null` shows all rows. */
  setScope(renderingId: number, collection: string, scope: object | null): void
  /** Replaces the SQL segments a team may use on a collection. */
  setLiveQueries(renderingId: number, collection: string, queries: readonly LiveQuery[]): void
  /** Replaces the charts a team may run. */
  setCharts(renderingId: number, charts: readonly object[]): void
  /** Replaces the addresses requests may come from; `undefined` accepts any. */
  setIpRules(rules: readonly IpRule[] | undefined): void
  /** Replaces the actions made without code. */
  setCustomizations(customizations: readonly WireCustomization[]): void
  /**
   * Stands for a user who signed in at the address `authorizationUrl` gave: a code good for one
   * exchange within a minute.
   */
  issueCode(userId: number, authorizationUrl: string): string
  /**
   * Issues a code that a page of the panel exchanges at `POST /authentication/code`, once within a
   * minute; the default rendering is 1. The origin of the panel is that of `signInUrl`.
   */
  issuePanelCode(userId: number, codeChallenge: string, renderingId?: number): string
  /** Signs a user in at an agent that uses this service, as their browser would; the default rendering is 1. */
  signIn(agentUrl: string, userId: number, renderingId?: number): Promise<string>
  /** Stands for somebody who approved an action: what their browser sends to the agent. */
  issueApproval(approval: InProcessApproval): Promise<string>
  /** The last 10,000 entries that agents wrote to the activity log, each once, the oldest first. */
  readonly activity: readonly ActivityEntry[]
  readonly mcp: InProcessMcp
  readonly panel: PanelPort
}
