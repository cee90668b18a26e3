import type { CollectionRights } from '../port/rights.js'
import type { IpRule, LiveQuery, Rendering, ServiceUser, Snapshot } from '../port/snapshot.js'
import type { InProcessServiceOptions, InProcessTeam, InProcessUser } from './options.js'
import { toRights } from './to-rights.js'

/** Everything a service in the process was told. */
export interface State {
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

const defaultTeams = [{ id: 1, name: 'Operations' }]

export function firstState(options: InProcessServiceOptions): State {
  const { users, roles = {}, teams = defaultTeams, rights, ipRules } = options
  return {
    people: new Map(users.map(user => [user.id, user])),
    roles: new Map(Object.entries(roles).map(([id, name]) => [Number(id), name])),
    teams: new Map(teams.map(team => [team.id, team])),
    rights: toRights(rights),
    scopes: new Map(),
    liveQueries: new Map(),
    charts: new Map(),
    ipRules,
    collections: [],
  }
}

/** Names what a team was told of a collection. */
export const buildKey = (renderingId: number, collection: string): string =>
  `${renderingId} ${collection}`

/** What agents are told of it. */
export function toSnapshot(state: State): Snapshot {
  const { people, roles, rights: collectionRights, ipRules } = state
  const teams = [...state.teams.values()]
  const users = new Map([...people].map(([id, user]) => [id, toServiceUser(user, teams)]))
  const renderings = new Map(teams.map(team => [findRenderingId(team), toRendering(team, state)]))
  return { users, roles, rights: collectionRights, renderings, ipRules }
}

function toRendering(team: InProcessTeam, state: State): Rendering {
  const renderingId = findRenderingId(team)
  const prefix = buildKey(renderingId, '')
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
    renderingIds: teams.filter(isInTeam).map(findRenderingId),
  }
}

const findRenderingId = (team: InProcessTeam) => team.renderingId ?? team.id
