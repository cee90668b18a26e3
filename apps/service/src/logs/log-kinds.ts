import { activityLogEntry } from '../features/activity-logs/activity-log-entry.js'
import { adminLogEntry } from '../features/admin-logs/admin-log-entry.js'

/** The logs that form hash chains: an activity log per environment, an admin log per project. */
export const logKinds = {
  activity_logs: { ownerColumn: 'environment_id', toEntry: activityLogEntry },
  admin_logs: { ownerColumn: 'project_id', toEntry: adminLogEntry },
} as const

export type LogKind = keyof typeof logKinds

/** One log: its kind, and the environment or project it belongs to. */
export interface LogOwner {
  readonly kind: LogKind
  readonly ownerId: number
}
