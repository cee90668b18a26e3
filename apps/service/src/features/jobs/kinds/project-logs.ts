import type { Kysely } from 'kysely'
import type { LogOwner } from '../../../logs/log-kinds.js'
import type { Database } from '../../../store/schema.js'

/** A log of a project: that of its changes, or that of the activities in one of its environments. */
export interface ProjectLog extends LogOwner {
  /** Null for the log of changes. */
  readonly environmentName: string | null
}

/** Every log of a project, also of environments that were deleted: their entries stay. */
export async function readProjectLogs(
  db: Kysely<Database>,
  projectId: number,
): Promise<readonly ProjectLog[]> {
  const environments = await db
    .selectFrom('environments')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return [
    { kind: 'admin_logs', ownerId: projectId, environmentName: null },
    ...environments.map(({ id, name }) => ({
      kind: 'activity_logs' as const,
      ownerId: id,
      environmentName: name,
    })),
  ]
}

/** What a log is called in a sentence. */
export function nameOf({ environmentName }: ProjectLog): string {
  return environmentName === null
    ? 'the admin logs'
    : `the activity logs of the environment '${environmentName}'`
}
