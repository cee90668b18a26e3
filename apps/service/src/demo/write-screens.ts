import type { Layout } from '@service/protocol'
import type { Transaction } from 'kysely'
import type { ActorPerson } from '../features/admin-logs/write-admin-log.js'
import { writeLayout } from '../features/layouts/write-layout.js'
import { writeContent } from '../features/renderings/change-content.js'
import { segmentContent } from '../features/segments/routes.js'
import { createView } from '../features/views/write-views.js'
import type { Database } from '../store/schema.js'
import type { TeamName } from './people.js'
import { connectionName, favourites, layout, segments, views } from './screens.js'
import { writeDashboards } from './write-dashboards.js'

interface Screens {
  readonly project: { readonly id: number }
  readonly environment: { readonly id: number; readonly name: string }
  readonly manager: ActorPerson
  readonly teams: readonly { readonly id: number; readonly name: TeamName }[]
}

/** Writes how the teams see the shop: layouts, saved views, SQL segments, dashboards and the manager's favourites. */
export async function writeScreens(
  transaction: Transaction<Database>,
  { project, environment, manager, teams }: Screens,
): Promise<void> {
  const call = { project, environment, person: manager, member: { level: 'admin' } } as const
  for (const { id: teamId, name: teamName } of teams) {
    const place = { environmentId: environment.id, teamId }
    const defaults = new Map<string, number>()
    for (const { team, isDefault, ...view } of views.filter(each => each.team === teamName)) {
      const scope = { ...place, personId: manager.id }
      const change = { transaction, call, scope, teamName }
      const { id } = await createView(change, { icon: null, ...view })
      if (isDefault) defaults.set(view.collectionName, id)
    }
    const team = { id: teamId, name: teamName }
    await writeLayout(
      { transaction, project, environment, team, person: manager },
      withDefaultViews(defaults),
    )
    const change = { transaction, call, teamEnvironment: place, teamName }
    for (const { team, ...segment } of segments.filter(each => each.team === teamName)) {
      await writeContent(segmentContent, change, { ...segment, connectionName })
    }
    await writeDashboards(change)
  }
  await chooseFavourites(transaction, environment.id, manager)
}

function withDefaultViews(ids: ReadonlyMap<string, number>): Layout {
  const collections = { ...layout.collections }
  for (const [name, defaultView] of ids) {
    const known = collections[name]
    collections[name] = { ...known, list: { ...known?.list, defaultView } }
  }
  return { ...layout, collections }
}

async function chooseFavourites(
  transaction: Transaction<Database>,
  environmentId: number,
  manager: ActorPerson,
): Promise<void> {
  const renderings = await transaction
    .selectFrom('renderings')
    .select('id')
    .where('environment_id', '=', environmentId)
    .execute()
  const chosen = Object.fromEntries(renderings.map(({ id }) => [id, favourites]))
  await transaction
    .insertInto('preferences')
    .values({
      user_id: manager.id,
      sso_project_id: 0,
      preferences: JSON.stringify({ favourites: chosen }),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
