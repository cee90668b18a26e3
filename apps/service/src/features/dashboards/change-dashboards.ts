import { isDeepStrictEqual } from 'node:util'
import { matchesEtag } from '@service/http'
import type { Dashboard, DashboardContent } from '@service/protocol'
import { sql } from 'kysely'
import {
  ConflictError,
  InvalidRequestError,
  PreconditionFailedError,
  PreconditionRequiredError,
} from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import { refuseTakenName } from '../projects/refuse-taken-name.js'
import type { Change } from '../renderings/change-content.js'
import { logDashboard, logDashboardOrder } from './log-dashboards.js'
import { listDashboards, readDashboard } from './read-dashboards.js'

/** The most dashboards that a team may have in an environment. */
export const MAX_DASHBOARDS = 100

/** Creates a dashboard as the last one. */
export async function createDashboard(change: Change, body: DashboardContent): Promise<Dashboard> {
  const { transaction, teamEnvironment, call } = change
  await refuseUnknownCharts(change, body)
  const others = await listDashboards(transaction, teamEnvironment)
  if (others.length >= MAX_DASHBOARDS) {
    throw new ConflictError(
      `The team has ${others.length} dashboards, and ${MAX_DASHBOARDS} are allowed. Delete one first.`,
      'too_many_dashboards',
    )
  }
  const { name, ...content } = body
  const { id } = await refuseTakenName(
    'dashboard',
    transaction
      .insertInto('dashboards')
      .values({
        environment_id: teamEnvironment.environmentId,
        team_id: teamEnvironment.teamId,
        name,
        position: Math.max(0, ...others.map(({ position }) => position)) + 1,
        content: JSON.stringify(content),
        updated_by: call.person.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readDashboard(transaction, teamEnvironment, id)
  await logDashboard(change, undefined, created)
  return created
}

/** Replaces the content of a dashboard that nobody else changed meanwhile. */
export async function replaceDashboard(
  change: Change,
  id: number,
  body: DashboardContent,
  ifMatch: string | undefined,
): Promise<Dashboard> {
  const { transaction, teamEnvironment, call } = change
  const before = await readCurrent(change, id, ifMatch)
  await refuseUnknownCharts(change, body)
  const { name, ...content } = body
  const { name: nameBefore, range, filters, cards } = before
  const contentBefore = JSON.parse(JSON.stringify({ range, filters, cards }))
  if (name === nameBefore && isDeepStrictEqual(content, contentBefore)) return before
  await refuseTakenName(
    'dashboard',
    transaction
      .updateTable('dashboards')
      .set({
        name,
        content: JSON.stringify(content),
        updated_by: call.person.id,
        updated_at: sql<Instant>`clock_timestamp()`,
      })
      .where('environment_id', '=', teamEnvironment.environmentId)
      .where('id', '=', id)
      .execute(),
  )
  const after = await readDashboard(transaction, teamEnvironment, id)
  await logDashboard(change, before, after)
  return after
}

/** Deletes a dashboard that nobody else changed meanwhile. Its charts stay. */
export async function removeDashboard(
  change: Change,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  const before = await readCurrent(change, id, ifMatch)
  await change.transaction
    .deleteFrom('dashboards')
    .where('environment_id', '=', change.teamEnvironment.environmentId)
    .where('id', '=', id)
    .execute()
  await logDashboard(change, before, undefined)
}

/**
 * Orders the dashboards: those that are named first, then the others as they were. Unknown ids are ignored, because
 * a dashboard may have been deleted meanwhile.
 */
export async function orderDashboards(
  change: Change,
  ids: readonly number[],
): Promise<Dashboard[]> {
  const { transaction, teamEnvironment } = change
  const before = await listDashboards(transaction, teamEnvironment)
  const rank = ({ id }: Dashboard) => {
    const index = ids.indexOf(id)
    return index < 0 ? ids.length : index
  }
  const ordered = before.toSorted((one, two) => rank(one) - rank(two))
  if (isDeepStrictEqual(ordered, before)) return before
  await sql`
    update dashboards set position = ordered.position
    from unnest(${ordered.map(({ id }) => id)}::bigint[]) with ordinality as ordered (id, position)
    where dashboards.environment_id = ${teamEnvironment.environmentId} and dashboards.id = ordered.id`.execute(
    transaction,
  )
  await logDashboardOrder(change, before, ordered)
  return listDashboards(transaction, teamEnvironment)
}

/** Throws unless `If-Match` has the tag of the stored dashboard, so that nobody overwrites a change unseen. */
async function readCurrent(
  { transaction, teamEnvironment }: Change,
  id: number,
  ifMatch: string | undefined,
): Promise<Dashboard> {
  const current = await readDashboard(transaction, teamEnvironment, id)
  if (ifMatch === undefined) {
    throw new PreconditionRequiredError(
      'Send the ETag of the dashboard you changed as If-Match. GET returns it.',
    )
  }
  if (matchesEtag(ifMatch, `"${current.tag}"`)) return current
  const author = current.updatedBy?.name ?? 'The service'
  throw new PreconditionFailedError(
    `${author} changed the dashboard at ${current.updatedAt}. Read it again, then repeat your change.`,
    'dashboard_changed',
  )
}

async function refuseUnknownCharts(
  { transaction, teamEnvironment }: Change,
  { cards }: DashboardContent,
): Promise<void> {
  const rows = await transaction
    .selectFrom('charts')
    .select('id')
    .where('environment_id', '=', teamEnvironment.environmentId)
    .where('team_id', '=', teamEnvironment.teamId)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const index = cards.findIndex(({ chartId }) => !known.has(chartId))
  if (index < 0) return
  throw new InvalidRequestError(
    `'cards.${index}.chartId' is ${cards[index]?.chartId}, and the team has no such chart in this environment.`,
    'unknown_chart',
  )
}
