import { sql } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Change } from '../renderings/change-content.js'

/** Throws when a dashboard shows the chart, and names the dashboards. */
export async function refuseChartInUse(
  { transaction, teamEnvironment }: Change,
  id: number,
): Promise<void> {
  const { environmentId, teamId } = teamEnvironment
  const card = JSON.stringify({ cards: [{ chartId: id }] })
  const dashboards = await transaction
    .selectFrom('dashboards')
    .select('name')
    .where('environment_id', '=', environmentId)
    .where('team_id', '=', teamId)
    .where(sql<boolean>`content @> ${card}::jsonb`)
    .orderBy('position')
    .execute()
  if (dashboards.length === 0) return
  const names = dashboards.map(({ name }) => `'${name}'`).join(', ')
  throw new ConflictError(
    `The chart is on the dashboard${dashboards.length > 1 ? 's' : ''} ${names}. Remove its cards first.`,
    'chart_in_use',
  )
}
