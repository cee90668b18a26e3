import type { Dashboard } from '@service/protocol'
import { type Kysely, sql } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { displayName } from '../people/display-name.js'
import type { TeamEnvironment } from '../renderings/content-rows.js'

/** Depends only on what editors write, so that a new order changes no tag. */
const dashboardTag = sql<string>`md5(jsonb_build_array(dashboards.name, dashboards.content)::text)`

/** Lists the dashboards of a team in an environment, in their order. */
export async function listDashboards(
  db: Kysely<Database>,
  place: TeamEnvironment,
): Promise<Dashboard[]> {
  const rows = await selectDashboards(db, place)
    .orderBy('position')
    .orderBy('dashboards.id')
    .execute()
  return rows.map(toDashboard)
}

/** Reads one dashboard. */
export async function readDashboard(
  db: Kysely<Database>,
  place: TeamEnvironment,
  id: number,
): Promise<Dashboard> {
  const row = await selectDashboards(db, place).where('dashboards.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError('The team has no such dashboard in this environment.')
  return toDashboard(row)
}

function selectDashboards(db: Kysely<Database>, { environmentId, teamId }: TeamEnvironment) {
  return db
    .selectFrom('dashboards')
    .leftJoin('users', 'users.id', 'dashboards.updated_by')
    .select(['dashboards.id', 'dashboards.name', 'position', 'content', dashboardTag.as('tag')])
    .select(['dashboards.updated_at', 'updated_by', displayName.as('author')])
    .where('environment_id', '=', environmentId)
    .where('team_id', '=', teamId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDashboards>['execute']>>[number]

const toDashboard = (row: Row): Dashboard => ({
  id: row.id,
  name: row.name,
  position: row.position,
  ...row.content,
  tag: row.tag,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by === null ? null : { id: row.updated_by, name: row.author },
})
