import { createHash, randomUUID } from 'node:crypto'
import type { ActivityEntry } from '../port/activity-entry.js'
import { SignInRefusedError } from '../port/errors.js'
import {
  type ActionRights,
  type CollectionRights,
  type FieldRights,
  type Right,
  type RoleRight,
  rights,
} from '../port/rights.js'
import type { ServicePort, SignInRequest } from '../port/service-port.js'
import type { IpRule, LiveQuery, Rendering, ServiceUser, Snapshot } from '../port/snapshot.js'
import { createApprovals, type InProcessApproval } from './approvals.js'
import { createRecentActivity } from './recent-activity.js'
import { signInAs } from './sign-in.js'

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
  /** By collection; `true` is a development environment, where everything is allowed. */
  readonly rights: true | InProcessRights
  /** The addresses requests may come from. Default: any. */
  readonly ipRules?: readonly IpRule[]
  /** Where `authorizationUrl` points. */
  readonly signInUrl?: string
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
  /** Replaces the rights on a collection. In a development environment this ends it: only collections given rights are open then. */
  setRights(collection: string, rights: InProcessCollectionRights): void
  /** Replaces the rights on all collections; `true` makes a development environment of it. */
  replaceRights(rights: true | InProcessRights): void
  /** Limits a team to the rows a condition tree matches; `null` shows all rows. */
  setScope(renderingId: number, collection: string, scope: object | null): void
  /** Replaces the SQL segments a team may use on a collection. */
  setLiveQueries(renderingId: number, collection: string, queries: readonly LiveQuery[]): void
  /** Replaces the charts a team may run. */
  setCharts(renderingId: number, charts: readonly object[]): void
  /** Replaces the addresses requests may come from; `undefined` accepts any. */
  setIpRules(rules: readonly IpRule[] | undefined): void
  /**
   * Stands for a user who signed in at the address `authorizationUrl` gave: a code good for one
   * exchange within a minute.
   */
  issueCode(userId: number, authorizationUrl: string): string
  /** Signs a user in at an agent that uses this service, as their browser would; the default rendering is 1. */
  signIn(agentUrl: string, userId: number, renderingId?: number): Promise<string>
  /** Stands for somebody who approved an action: what their browser sends to the agent. */
  issueApproval(approval: InProcessApproval): Promise<string>
  /** The last 10,000 entries that agents wrote to the activity log, each once, the oldest first. */
  readonly activity: readonly ActivityEntry[]
}

interface State {
  readonly people: ReadonlyMap<number, InProcessUser>
  readonly roles: ReadonlyMap<number, string>
  readonly teams: ReadonlyMap<number, InProcessTeam>
  readonly rights: true | ReadonlyMap<string, CollectionRights>
  readonly scopes: ReadonlyMap<string, object | null>
  readonly liveQueries: ReadonlyMap<string, readonly LiveQuery[]>
  readonly charts: ReadonlyMap<number, readonly object[]>
  readonly ipRules?: readonly IpRule[]
  /** Collections of the uploaded schema. */
  readonly collections: readonly string[]
}

interface Code extends Omit<SignInRequest, 'state'> {
  readonly userId: number
  readonly expiresAt: number
}

const codeLifetime = 60_000

/**
 * Makes a service that lives in the agent's process, for tests, examples and trials without a
 * server. Changes take effect on the next request.
 *
 * @example
 * const service = createInProcessService({
 *   users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
 *   rights: { orders: { browse: true, read: true, edit: { roles: [1] } } },
 * })
 * service.setScope(1, 'orders', { field: 'country', operator: 'equal', value: 'FR' })
 */
export function createInProcessService(options: InProcessServiceOptions): InProcessService {
  const teams = options.teams ?? [{ id: 1, name: 'Operations' }]
  const signInUrl = options.signInUrl ?? 'http://localhost/sign-in'
  const listeners = new Set<() => void>()
  const codes = new Map<string, Code>()
  const activity = createRecentActivity()
  const approvals = createApprovals()
  let schemaHash: string | undefined
  let state: State = {
    people: new Map(options.users.map(user => [user.id, user])),
    roles: new Map(Object.entries(options.roles ?? {}).map(([id, name]) => [Number(id), name])),
    teams: new Map(teams.map(team => [team.id, team])),
    rights: options.rights === true ? true : toRights(options.rights),
    scopes: new Map(),
    liveQueries: new Map(),
    charts: new Map(),
    ipRules: options.ipRules,
    collections: [],
  }
  let snapshot = toSnapshot(state)

  const change = (patch: Partial<State>) => {
    state = { ...state, ...patch }
    snapshot = toSnapshot(state)
    for (const listener of listeners) listener()
  }

  const takeCode = (text: string): Code => {
    const code = codes.get(text)
    codes.delete(text)
    if (code && code.expiresAt > Date.now()) return code
    throw new SignInRefusedError(401, 'invalid_grant', 'The code is unknown, used or expired.')
  }

  const issueCode = (userId: number, authorizationUrl: string): string => {
    const asked = new URL(authorizationUrl).searchParams
    const code = randomUUID()
    codes.set(code, {
      userId,
      renderingId: Number(asked.get('rendering_id')),
      nonce: asked.get('nonce') ?? '',
      codeChallenge: asked.get('code_challenge') ?? '',
      expiresAt: Date.now() + codeLifetime,
    })
    return code
  }

  return {
    isInProcess: true,
    start: async () => {},
    stop: async () => {},
    get snapshot() {
      return snapshot
    },
    status: { state: 'connected' },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refreshRendering: async () => {},
    async sendSchema(schema, hash) {
      if (hash === schemaHash) return 'unchanged'
      schemaHash = hash
      change({ collections: schema.collections.map(collection => collection.name) })
      return 'sent'
    },
    async authorizationUrl({ renderingId, state: authorizationState, nonce, codeChallenge }) {
      const url = new URL(signInUrl)
      url.searchParams.set('response_type', 'code')
      url.searchParams.set('scope', 'openid email profile')
      url.searchParams.set('rendering_id', String(renderingId))
      url.searchParams.set('state', authorizationState)
      url.searchParams.set('nonce', nonce)
      url.searchParams.set('code_challenge', codeChallenge)
      url.searchParams.set('code_challenge_method', 'S256')
      return url.href
    },
    async exchangeCode({ code: text, renderingId, nonce, codeVerifier }) {
      const code = takeCode(text)
      if (code.codeChallenge !== challengeOf(codeVerifier) || code.nonce !== nonce) {
        throw new SignInRefusedError(401, 'invalid_grant', 'Another browser asked for this code.')
      }
      const user = snapshot.users.get(code.userId)
      const rendering = snapshot.renderings.get(renderingId)
      const isAllowed = code.renderingId === renderingId && isMember(user, renderingId)
      if (!user || !rendering || !isAllowed) {
        throw new SignInRefusedError(403, 'access_denied', 'You may not open this rendering.')
      }
      return { ...user, team: rendering.team.name, role: state.roles.get(user.roleId) ?? '' }
    },
    setUser: user => change({ people: withEntry(state.people, user.id, user) }),
    removeUser: userId => change({ people: withoutEntry(state.people, userId) }),
    setRole: (roleId, name) => change({ roles: withEntry(state.roles, roleId, name) }),
    setTeam: team => change({ teams: withEntry(state.teams, team.id, team) }),
    setRights(collection, collectionRights) {
      const known = state.rights === true ? new Map<string, CollectionRights>() : state.rights
      change({ rights: withEntry(known, collection, toCollectionRights(collectionRights)) })
    },
    replaceRights: given => change({ rights: given === true ? true : toRights(given) }),
    setScope: (renderingId, collection, scope) =>
      change({ scopes: withEntry(state.scopes, keyOf(renderingId, collection), scope) }),
    setLiveQueries: (renderingId, collection, queries) =>
      change({
        liveQueries: withEntry(state.liveQueries, keyOf(renderingId, collection), queries),
      }),
    setCharts: (renderingId, charts) =>
      change({ charts: withEntry(state.charts, renderingId, charts) }),
    setIpRules: ipRules => change({ ipRules }),
    issueCode,
    signIn: (agentUrl, userId, renderingId = 1) =>
      signInAs(agentUrl, renderingId, url => issueCode(userId, url)),
    async writeActivity(entries) {
      activity.write(entries)
    },
    get activity() {
      return activity.entries
    },
    issueApproval: approvals.issue,
    readApproval: approvals.read,
    claimApproval: approvals.claim,
    reportApproval: approvals.report,
  }
}

function toSnapshot(state: State): Snapshot {
  const { people, roles, rights: collectionRights, ipRules } = state
  const teams = [...state.teams.values()]
  const users = new Map([...people].map(([id, user]) => [id, toServiceUser(user, teams)]))
  const renderings = new Map(teams.map(team => [renderingOf(team), toRendering(team, state)]))
  return { users, roles, rights: collectionRights, renderings, ipRules }
}

function toRendering(team: InProcessTeam, state: State): Rendering {
  const renderingId = renderingOf(team)
  const prefix = keyOf(renderingId, '')
  const names = new Set(state.collections)
  if (state.rights !== true) for (const name of state.rights.keys()) names.add(name)
  for (const key of [...state.scopes.keys(), ...state.liveQueries.keys()]) {
    if (key.startsWith(prefix)) names.add(key.slice(prefix.length))
  }
  const toCollection = (name: string) => ({
    scope: state.scopes.get(prefix + name) ?? null,
    liveQueries: state.liveQueries.get(prefix + name) ?? [],
  })
  return {
    team: { id: team.id, name: team.name },
    collections: new Map([...names].map(name => [name, toCollection(name)])),
    charts: state.charts.get(renderingId) ?? [],
  }
}

function toServiceUser(user: InProcessUser, teams: readonly InProcessTeam[]): ServiceUser {
  const isInTeam = (team: InProcessTeam) => !user.teams || user.teams.includes(team.id)
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    permissionLevel: user.permissionLevel ?? 'user',
    roleId: user.roleId,
    tags: user.tags ?? {},
    renderingIds: teams.filter(isInTeam).map(renderingOf),
  }
}

function toRights(byCollection: InProcessRights): ReadonlyMap<string, CollectionRights> {
  return new Map(
    Object.entries(byCollection).map(([name, given]) => [name, toCollectionRights(given)]),
  )
}

function toCollectionRights(given: InProcessCollectionRights): CollectionRights {
  const rightOf = (right: Right): RoleRight =>
    typeof given === 'boolean' ? given : (given[right] ?? false)
  const granted = Object.fromEntries(rights.map(right => [right, rightOf(right)])) as Record<
    Right,
    RoleRight
  >
  const { fields } = typeof given === 'boolean' ? {} : given
  return {
    ...granted,
    ...(fields && { fields: new Map(Object.entries(fields)) }),
    actions: given === true || toActionRights(given),
  }
}

function toActionRights(given: InProcessCollectionRights): ReadonlyMap<string, ActionRights> {
  const { actions = {} } = typeof given === 'boolean' ? {} : given
  const toRights = (right: RoleRight | ActionRights): ActionRights =>
    typeof right === 'object' && 'trigger' in right ? right : { trigger: right }
  return new Map(Object.entries(actions).map(([name, right]) => [name, toRights(right)]))
}

function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}

const renderingOf = (team: InProcessTeam) => team.renderingId ?? team.id
const keyOf = (renderingId: number, collection: string) => `${renderingId} ${collection}`
const isMember = (user: ServiceUser | undefined, renderingId: number) =>
  user?.renderingIds?.includes(renderingId) ?? false

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value)
}

function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const copy = new Map(map)
  copy.delete(key)
  return copy
}
