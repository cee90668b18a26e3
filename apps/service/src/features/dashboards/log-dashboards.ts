import type { Dashboard } from '@service/protocol'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import type { Change } from '../renderings/change-content.js'

/** Logs that a dashboard was created, changed or deleted. */
export function logDashboard(
  change: Change,
  before: Dashboard | undefined,
  after: Dashboard | undefined,
): Promise<void> {
  return write(
    change,
    before && { ...describePlace(change), ...describeContent(before) },
    after && { ...describePlace(change), ...describeContent(after) },
  )
}

/** Logs a new order of dashboards, by their names. */
export function logDashboardOrder(
  change: Change,
  before: readonly Dashboard[],
  after: readonly Dashboard[],
): Promise<void> {
  const describeOrder = (dashboards: readonly Dashboard[]) => ({
    ...describePlace(change),
    order: dashboards.map(({ name }) => name),
  })
  return write(change, describeOrder(before), describeOrder(after))
}

const describePlace = ({ call, teamName }: Change) => ({
  team: { object: 'team', name: teamName },
  environment: { object: 'environment', name: call.environment.name },
})

const describeContent = ({ name, range, filters, cards }: Dashboard) => ({
  name,
  ...(range && { range }),
  ...(filters && { filters }),
  cards,
})

function write(
  { transaction, call }: Change,
  previous: object | undefined,
  next: object | undefined,
): Promise<void> {
  return writeAdminLog(transaction, {
    projectId: call.project.id,
    actor: { initiator: 'administrator', person: call.person },
    type: previous ? (next ? 'update' : 'remove') : 'add',
    resource: 'dashboard',
    ...(previous && { previousValue: previous }),
    ...(next && { newValue: next }),
  })
}
