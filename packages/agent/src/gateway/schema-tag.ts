import type {
  ActionRights,
  CollectionRights,
  Rendering,
  RoleCondition,
  ServiceUser,
  Snapshot,
} from '@service/service-client'
import { digest } from '../schema/digest.js'
import { isGranted } from './is-granted.js'
import { isUnrestricted } from './levels.js'
import { toMask } from './right-mask.js'

/** Identifies what a user sees of the schema in a rendering. */
export type TagSchema = (user: ServiceUser, renderingId: number, rendering: Rendering) => string

/**
 * Digests the model and the rights of a role instead of the schema itself, which would have to be built
 * for the first request after each start and each change of rights. Computed once per role, rendering
 * and snapshot.
 */
export function createSchemaTags(snapshot: Snapshot, findModelTag: () => string): TagSchema {
  const tags = new Map<string, string>()
  return (user, renderingId, rendering) => {
    const key = `${user.roleId} ${renderingId} ${isUnrestricted(user)}`
    const tag = tags.get(key) ?? digest(findModelTag() + printRights(snapshot, user, rendering))
    tags.set(key, tag)
    return tag
  }
}

/** Everything of the rights that decides about the schema of a user. */
function printRights({ rights }: Snapshot, user: ServiceUser, rendering: Rendering): string {
  const segments = [...rendering.collections].flatMap(([name, { liveQueries }]) =>
    liveQueries.map(query => [name, query.name]),
  )
  if (rights === true) return JSON.stringify(['open', segments])
  const collections = [...rights.keys()].sort().map(name => {
    const granted = rights.get(name)!
    const mask = rendering.collections.has(name) ? toMask(granted, user.roleId) : 0
    return [name, mask, listFieldRights(granted, user.roleId), listActions(granted, user.roleId)]
  })
  const charts = isUnrestricted(user) || rendering.charts.map(listRoutes)
  return JSON.stringify([collections, charts, segments])
}

function listFieldRights({ fields }: CollectionRights, roleId: number): readonly string[] {
  if (!fields) return []
  return [...fields]
    .map(
      ([name, { read, edit }]) => `${isGranted(read, roleId)} ${isGranted(edit, roleId)} ${name}`,
    )
    .sort()
}

function listActions({ actions }: CollectionRights, roleId: number): true | readonly string[] {
  if (!actions) return []
  if (actions === true) return true
  return [...actions]
    .map(([name, action]) => `${listActionRights(action, roleId).join(' ')} ${name}`)
    .sort()
}

function listActionRights(action: ActionRights, roleId: number): readonly boolean[] {
  const hasCondition = (conditions: readonly RoleCondition[] = []) =>
    conditions.some(condition => condition.roleId === roleId)
  return [
    isGranted(action.trigger, roleId),
    isGranted(action.requireApproval, roleId),
    hasCondition(action.requireApprovalConditions),
    isGranted(action.approve, roleId),
    isGranted(action.selfApprove, roleId),
  ]
}

/** The routes by which a chart of a team permits one that is written in code. */
function listRoutes(chart: object): readonly unknown[] {
  const { apiRoute, smartRoute } = chart as Readonly<Record<string, unknown>>
  return [apiRoute, smartRoute]
}
