import type { Kysely } from 'kysely'
import type { LogOwner } from '../../../logs/log-kinds.js'
import type { Database } from '../../../store/schema.js'

/** A log of a project: its admin log, or the activity log of one environment. */
export interface ProjectLog extends LogOwner {
  /** Null for the admin log. */
  readonly environmentName: string | null
}

/** Reads every log of a project, including those of deleted environments, whose entries remain. */
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

/** The maximum number of logs in a result, and of problems in a sentence. */
const MAX_LOGS = 500
const MAX_PROBLEMS = 5

/** Puts logs with a problem first, so that truncating the result never drops one. */
export function withProblemsFirst<Log extends { readonly problem?: string | undefined }>(
  logs: readonly Log[],
): readonly Log[] {
  const isBroken = (log: Log) => log.problem !== undefined
  return [...logs.filter(isBroken), ...logs.filter(log => !isBroken(log))].slice(0, MAX_LOGS)
}

/** Describes the first few problems of logs in sentences for people. */
export function describeProblems(
  logs: readonly (ProjectLog & { readonly problem?: string | undefined })[],
): string {
  return logs
    .filter(log => log.problem !== undefined)
    .slice(0, MAX_PROBLEMS)
    .map(log => `In ${describeLog(log)}: ${log.problem}`)
    .join(' ')
}

/** The name of a log in a sentence. */
export function describeLog({ environmentName }: ProjectLog): string {
  return environmentName === null
    ? 'the admin logs'
    : `the activity logs of the environment '${environmentName}'`
}
