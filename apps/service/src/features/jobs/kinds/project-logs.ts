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

/** Logs a result tells of, and problems a sentence does, at most. */
const MOST_LOGS = 500
const MOST_PROBLEMS = 5

/** What a result tells of each log: those with a problem come first, so that none of them is left out. */
export function withProblemsFirst<Log extends { readonly problem?: string | undefined }>(
  logs: readonly Log[],
): readonly Log[] {
  const isBroken = (log: Log) => log.problem !== undefined
  return [...logs.filter(isBroken), ...logs.filter(log => !isBroken(log))].slice(0, MOST_LOGS)
}

/** What is wrong with logs, the first few of them, in sentences for people. */
export function describeProblems(
  logs: readonly (ProjectLog & { readonly problem?: string | undefined })[],
): string {
  return logs
    .filter(log => log.problem !== undefined)
    .slice(0, MOST_PROBLEMS)
    .map(log => `In ${nameOf(log)}: ${log.problem}`)
    .join(' ')
}

/** What a log is called in a sentence. */
export function nameOf({ environmentName }: ProjectLog): string {
  return environmentName === null
    ? 'the admin logs'
    : `the activity logs of the environment '${environmentName}'`
}
