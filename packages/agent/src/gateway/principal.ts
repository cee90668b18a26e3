import { ForbiddenError, type Logger } from '@service/base'
import type { Caller, ConditionTree } from '@service/datasource-toolkit'
import type { CollectionModel, FindScope } from '@service/engine'
import type { LiveQuery, Rendering, Right, ServiceUser, Snapshot } from '@service/service-client'
import type { PreviewedRole, Session } from '@service/tokens'
import { type Actor, toActor } from '../activity/actor.js'
import { createActionRights, type FindActionRights } from './action-rights.js'
import { chartDigest } from './chart-digest.js'
import { leadsToChart } from './chart-route.js'
import { type Deny, denyTo } from './denial.js'
import { type FieldAccess, fieldAccess } from './field-rights.js'
import { isUnrestricted } from './levels.js'
import type { NamedQuery } from './named-query.js'
import { findQueryChart, type QueryChartName } from './query-chart.js'
import { resolveScope } from './resolve-scope.js'
import { rightBits, toMask } from './right-mask.js'
import type { TagSchema } from './schema-tag.js'
import { type ReadVariable, userVariables } from './variables.js'

/** One user in one rendering as one snapshot describes them; shared by all their requests. */
export interface Principal {
  readonly profile: Omit<Caller, 'timezone' | 'requestId'>
  readonly actor: Actor
  /** The role as which an administrator looks, and changes nothing. */
  readonly viewedAsRole?: string
  readonly schemaTag: string
  readonly can: (right: Right, collection: CollectionModel) => boolean
  /** Whether the user may see records of a collection at all. */
  readonly mayRead: (collection: CollectionModel) => boolean
  /** When absent, the role sees and writes every field. */
  readonly fields?: FieldAccess
  readonly actionRights: FindActionRights
  /** Returns the same tree object at each call: plans are cached by its identity. */
  readonly findScope: FindScope
  readonly variable: ReadVariable
  readonly canRunChart: (chart: object) => boolean
  readonly findQueryChart: (name: QueryChartName) => Readonly<Record<string, unknown>> | undefined
  /** Charts of the agent written in code, by name. */
  readonly canRunCodeChart: (name: string) => boolean
  readonly canRunQuery: (query: string, connection: string, collection: CollectionModel) => boolean
  /** Whether the user writes charts and live queries, and so may see their texts. */
  readonly mayWriteQueries: boolean
  /** The live queries of a collection that have a name, by that name. */
  readonly namedQueries: (collection: CollectionModel) => ReadonlyMap<string, NamedQuery>
  readonly deny: Deny
}

const noQueries: ReadonlyMap<string, NamedQuery> = new Map()
const unionMarker = '/*MULTI-SEGMENTS-QUERIES-UNION*/ UNION '

/** Throws a 403 when the rendering is unknown or does not belong to the user. */
export function createPrincipal(
  snapshot: Snapshot,
  person: ServiceUser,
  session: Session,
  logger: Logger,
  tagSchema: TagSchema,
): Principal {
  const { renderingId, preview } = session
  const user = preview ? lookAs(person, preview) : person
  const rendering = snapshot.renderings.get(renderingId)
  if (!rendering || (user.renderingIds && !user.renderingIds.includes(renderingId))) {
    const reason = rendering ? 'it does not belong to the user' : 'the service does not know it'
    logger('Debug', `Refused user ${user.id} rendering ${renderingId}: ${reason}.`)
    throw new ForbiddenError(`You may not open rendering ${renderingId}.`, {
      data: { rule: { kind: 'rendering', renderingId } },
    })
  }
  const variable = userVariables(user, rendering)
  const can = createRightsCheck(snapshot, rendering, user.roleId)
  const mayRead: Principal['mayRead'] = collection =>
    can('browse', collection) || can('read', collection)
  const role = snapshot.roles.get(user.roleId) ?? preview?.role ?? session.role
  const profile = toProfile(user, rendering, renderingId, role)
  return {
    profile,
    actor: toActor(user, profile.team, preview?.role),
    viewedAsRole: preview?.role,
    schemaTag: tagSchema(user, renderingId, rendering),
    can,
    mayRead,
    fields: createFieldAccess(snapshot, user.roleId, can, mayRead),
    actionRights: createActionRights(snapshot, rendering, user),
    findScope: createScopeLookup(rendering, variable, logger),
    variable,
    ...createQueryChecks(rendering, isUnrestricted(user)),
    mayWriteQueries: isUnrestricted(user),
    namedQueries: createNamedQueries(rendering),
    findQueryChart: name => findQueryChart(rendering.charts, name),
    canRunCodeChart: name =>
      snapshot.rights === true ||
      isUnrestricted(user) ||
      rendering.charts.some(chart => leadsToChart(chart, name)),
    deny: denyTo(profile, logger),
  }
}

/** The person as a member with another role and the lowest level. Their names and tags stay. */
const lookAs = (person: ServiceUser, { roleId }: PreviewedRole): ServiceUser => ({
  ...person,
  roleId,
  permissionLevel: 'user',
})

function toProfile(user: ServiceUser, rendering: Rendering, renderingId: number, role: string) {
  const { id, email, firstName, lastName, tags, permissionLevel } = user
  const team = rendering.team.name
  return { id, email, firstName, lastName, team, role, tags, permissionLevel, renderingId }
}

function createRightsCheck(
  snapshot: Snapshot,
  rendering: Rendering,
  roleId: number,
): Principal['can'] {
  const { rights: byCollection } = snapshot
  if (byCollection === true) return (_, collection) => collection.isExported
  const masks = new Map<string, number>()
  for (const [name, granted] of byCollection) {
    if (rendering.collections.has(name)) masks.set(name, toMask(granted, roleId))
  }
  return (right, collection) =>
    collection.isExported && ((masks.get(collection.name) ?? 0) & rightBits[right]) !== 0
}

function createFieldAccess(
  { rights: byCollection }: Snapshot,
  roleId: number,
  can: Principal['can'],
  mayRead: Principal['mayRead'],
): FieldAccess | undefined {
  if (byCollection === true) return undefined
  const mayEdit = (collection: CollectionModel) => can('edit', collection)
  return fieldAccess(byCollection, roleId, { mayRead, mayEdit })
}

function createScopeLookup(
  rendering: Rendering,
  variable: ReadVariable,
  logger: Logger,
): FindScope {
  const trees = new WeakMap<CollectionModel, { readonly tree: ConditionTree | undefined }>()
  return collection => {
    const scope = rendering.collections.get(collection.name)?.scope
    if (!scope) return undefined
    const known = trees.get(collection)
    if (known) return known.tree
    const tree = resolveScope(scope, collection, variable, logger)
    trees.set(collection, { tree })
    return tree
  }
}

function createQueryChecks(
  rendering: Rendering,
  mayRunAll: boolean,
): Pick<Principal, 'canRunChart' | 'canRunQuery'> {
  if (mayRunAll) return { canRunChart: () => true, canRunQuery: () => true }
  let digests: ReadonlySet<string> | undefined
  return {
    canRunChart(chart) {
      digests ??= new Set(rendering.charts.map(chartDigest))
      return digests.has(chartDigest(chart))
    },
    canRunQuery(query, connection, collection) {
      const known = rendering.collections.get(collection.name)?.liveQueries ?? []
      const allowed = known
        .filter(live => live.connectionName === undefined || live.connectionName === connection)
        .map(live => withoutEnd(live.query))
      return query.split(unionMarker).every(part => allowed.includes(withoutEnd(part)))
    },
  }
}

function createNamedQueries(rendering: Rendering): Principal['namedQueries'] {
  const byCollection = new WeakMap<CollectionModel, ReadonlyMap<string, NamedQuery>>()
  return collection => {
    const queries = rendering.collections.get(collection.name)?.liveQueries ?? []
    if (queries.length === 0) return noQueries
    const known = byCollection.get(collection)
    if (known) return known
    const named = new Map(queries.filter(isNamed).map(query => [query.name, query]))
    byCollection.set(collection, named)
    return named
  }
}

function isNamed(query: LiveQuery): query is NamedQuery {
  return query.name !== undefined && query.connectionName !== undefined
}

function withoutEnd(query: string): string {
  return query.trim().replace(/;$/, '').trim()
}
