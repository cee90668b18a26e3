import type { DashboardCard } from '@service/protocol'
import { chartContent } from '../features/charts/routes.js'
import { createDashboard } from '../features/dashboards/change-dashboards.js'
import { type Change, writeContent } from '../features/renderings/change-content.js'
import { cards, dashboardTeams, overview } from './dashboards.js'

/** Writes the charts and the dashboard of a team, if it has one. */
export async function writeDashboards(change: Change): Promise<void> {
  if (!dashboardTeams.some(name => name === change.teamName)) return
  const written: DashboardCard[] = []
  for (const { card, ...chart } of cards) {
    const { id } = await writeContent(chartContent, change, chartContent.Body.parse(chart))
    written.push({ chartId: id, ...card })
  }
  await createDashboard(change, { ...overview, cards: written })
}
