import { activityLogActions } from '@service/protocol'

export { activityLogActions }

export type ActivityLogAction = (typeof activityLogActions)[number]

/** Whether an entry records a read or a change. */
export const activityLogTypes = ['read', 'write'] as const
