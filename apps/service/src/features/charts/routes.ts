import { z } from 'zod'
import type { Route } from '../../http/route.js'
import { Moment, Name } from '../projects/fields.js'
import type { TeamContent } from '../renderings/change-content.js'
import { teamContentRoutes } from '../renderings/team-content-routes.js'
import { ChartDefinition } from './chart-definition.js'

const fields = { name: Name, definition: ChartDefinition }

const Chart = z.object({ id: z.number().int(), ...fields, updatedAt: Moment }).meta({ id: 'Chart' })
type Chart = z.output<typeof Chart>

const content: TeamContent<Omit<Chart, 'id' | 'updatedAt'>> = {
  noun: 'chart',
  tag: 'Charts',
  description: 'The members of the team may then request exactly this chart from the agent.',
  Body: z.strictObject(fields),
  ResponseSchema: Chart,
  table: 'charts',
  select: db =>
    db
      .selectFrom('charts')
      .select(['id', 'name', 'definition', 'updated_at as updatedAt'])
      .orderBy('name')
      // Only definitions that passed the schema are stored.
      .$castTo<Chart>(),
  toColumns: ({ name, definition }) => ({ name, definition: JSON.stringify(definition) }),
}

/** Routes for charts: editors define them, and the members of a team may see them. */
export const chartRoutes: readonly Route[] = teamContentRoutes(content)
