import { sql } from 'kysely'
import { z } from 'zod'
import type { Route } from '../../http/route.js'
import type { Instant } from '../../store/instant.js'
import { Moment, Name } from '../projects/fields.js'
import type { TeamContent } from '../renderings/change-content.js'
import { teamContentRoutes } from '../renderings/team-content-routes.js'
import { ChartDefinition } from './chart-definition.js'

const fields = { name: Name, definition: ChartDefinition }

const Chart = z.object({ id: z.number().int(), ...fields, updatedAt: Moment }).meta({ id: 'Chart' })
type Chart = z.output<typeof Chart>

const columns = ['id', 'name', 'definition', 'updated_at as updatedAt'] as const

// Only definitions that passed the schema are stored.
const chartOf = (row: { id: number; name: string; definition: object; updatedAt: Instant }) =>
  row as Chart

const content: TeamContent<Omit<Chart, 'id' | 'updatedAt'>> = {
  noun: 'chart',
  tag: 'Charts',
  description: 'The members of the team may then ask the agent for exactly this chart.',
  Body: z.strictObject(fields),
  Answer: Chart,
  async list(db, { environmentId, teamId }) {
    const rows = await db
      .selectFrom('charts')
      .select(columns)
      .where('environment_id', '=', environmentId)
      .where('team_id', '=', teamId)
      .orderBy('name')
      .execute()
    return rows.map(chartOf)
  },
  async find(db, { environmentId, teamId }, id) {
    const row = await db
      .selectFrom('charts')
      .select(columns)
      .where('environment_id', '=', environmentId)
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && chartOf(row)
  },
  async write(transaction, { environmentId, teamId }, body, id) {
    const values = { name: body.name, definition: JSON.stringify(body.definition) }
    const written =
      id === undefined
        ? transaction
            .insertInto('charts')
            .values({ environment_id: environmentId, team_id: teamId, ...values })
            .returning('id')
        : transaction
            .updateTable('charts')
            .set({ ...values, updated_at: sql<Instant>`clock_timestamp()` })
            .where('environment_id', '=', environmentId)
            .where('id', '=', id)
            .returning('id')
    return (await written.executeTakeFirstOrThrow()).id
  },
  remove: (transaction, { environmentId }, id) =>
    transaction
      .deleteFrom('charts')
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .execute(),
}

/** Charts: definitions of an editor that the members of a team may look at. */
export const chartRoutes: readonly Route[] = teamContentRoutes(content)
