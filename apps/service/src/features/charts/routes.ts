import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Route } from '../../http/route.js'
import { Moment, Name } from '../projects/fields.js'
import type { TeamContent } from '../renderings/change-content.js'
import { teamContentRoutes } from '../renderings/team-content-routes.js'
import { ChartDefinition, ChartDisplay, ListedChartDefinition } from './chart-definition.js'
import { refuseChartInUse } from './refuse-chart-in-use.js'

const fields = { name: Name, definition: ChartDefinition, display: ChartDisplay.optional() }

const Chart = z.object({ id: z.number().int(), ...fields, updatedAt: Moment }).meta({ id: 'Chart' })
type Chart = z.output<typeof Chart>

const ListedChart = Chart.extend({ definition: ListedChartDefinition }).meta({ id: 'ListedChart' })

/** How charts are described, stored and listed. */
export const chartContent: TeamContent<Omit<Chart, 'id' | 'updatedAt'>> = {
  noun: 'chart',
  tag: 'Charts',
  description: 'The members of the team may then request exactly this chart from the agent.',
  Body: z.strictObject(fields),
  ResponseSchema: Chart,
  forMembers: {
    description:
      'For members of the team, and for Editors. Below the level editor, charts of queries have `queryDigest` instead of `query`.',
    ResponseSchema: ListedChart,
    omitHidden: chart => ({ ...chart, definition: hideQuery(chart.definition) }),
  },
  removal: {
    errors: { chart_in_use: 'Dashboards show the chart; the message names them.' },
    check: refuseChartInUse,
  },
  table: 'charts',
  select: db =>
    db
      .selectFrom('charts')
      .select(['id', 'name', 'definition', 'display', 'updated_at as updatedAt'])
      .orderBy('name')
      // Only definitions that passed the schema are stored.
      .$castTo<Chart>(),
  toColumns: ({ name, definition, display }) => ({
    name,
    definition: JSON.stringify(definition),
    display: display ? JSON.stringify(display) : null,
  }),
  toItem: ({ display, ...chart }) => ({ ...chart, ...(display && { display }) }),
}

/** Replaces the text of a query, which only its editors need, by what the agent finds it with. */
function hideQuery(definition: Chart['definition']): object {
  if (!('query' in definition)) return definition
  const { query, ...rest } = definition
  return { ...rest, queryDigest: createHash('sha256').update(query).digest('hex') }
}

/** Routes for charts: editors define them, and the members of a team see them. */
export const chartRoutes: readonly Route[] = teamContentRoutes(chartContent)
