import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  type ArchiveSettings,
  archiveExpired,
  countExpired,
  type RetentionRule,
} from '../../../logs/archive-expired.js'
import { archiveFolder } from '../../../logs/archive-files.js'
import { BrokenChainError } from '../../../logs/follow-chain.js'
import { deleteArchived } from '../../../logs/remove-archived.js'
import { withMaintenanceLock } from '../../../maintenance/maintenance-lock.js'
import { isStoreGone } from '../../../store/is-store-gone.js'
import { defineJobKind, type JobOutcome, type JobRun } from '../job-kind.js'
import {
  describeLog,
  describeProblems,
  type ProjectLog,
  readProjectLogs,
  withProblemsFirst,
} from './project-logs.js'

/** The interval in milliseconds at which the job checks whether maintenance has ended. */
const PAUSE = 1_000

/** Archives and removes the expired entries of a project's logs, as maintenance does for all projects. */
export const applyRetention = defineJobKind({
  Parameters: z.strictObject({}),
  timeoutSeconds: 3_600,
  async run(job) {
    let outcome: JobOutcome | undefined
    const work = async () => {
      outcome = await applyRules(job)
    }
    while (!(await withMaintenanceLock(job.deps.store, work))) {
      job.progress({ done: 0, message: 'Waiting for running maintenance to end.' })
      await sleep(PAUSE, undefined, { signal: job.signal })
    }
    return outcome ?? { result: {} }
  },
})

/** The result for one log. */
interface LogReport extends ProjectLog {
  readonly days: number
  readonly archivedRows: number
  readonly removedRows: number
  readonly problem?: string
}

type Rule = ProjectLog & RetentionRule

async function applyRules(job: JobRun): Promise<JobOutcome> {
  const { deps, signal, progress } = job
  const { db } = deps.store
  const rules = await readRules(job)
  const settings = { now: new Date(), folder: archiveFolder(deps.config), signal }
  const total = await countAll(job, rules, settings.now)
  const reports: LogReport[] = []
  let done = 0
  for (const rule of rules) {
    const reportProgress = (entries: number) => {
      done += entries
      progress({ done, total, message: `Archiving ${describeLog(rule)}.` })
    }
    reportProgress(0)
    const archived = await archiveLog(job, rule, { ...settings, archived: reportProgress })
    signal.throwIfAborted()
    const removedRows = await deleteArchived(db, rule.kind, rule.ownerId)
    reports.push({ ...rule, ...archived, removedRows })
  }
  progress({ done, total })
  return toOutcome(reports)
}

async function readRules({ deps, projectId }: JobRun): Promise<readonly Rule[]> {
  const { db } = deps.store
  const logs = await readProjectLogs(db, projectId)
  const rules = await db
    .selectFrom('retention')
    .selectAll()
    .where('owner_id', 'in', [...new Set(logs.map(log => log.ownerId))])
    .execute()
  return logs.flatMap(log => {
    const rule = rules.find(({ kind, owner_id }) => kind === log.kind && owner_id === log.ownerId)
    return rule ? [{ ...log, days: rule.days }] : []
  })
}

async function countAll({ deps }: JobRun, rules: readonly Rule[], now: Date): Promise<number> {
  let total = 0
  for (const rule of rules) total += await countExpired(deps.store.db, rule, now)
  return total
}

/** A log that cannot be archived stays unchanged and does not stop the others from being archived. */
async function archiveLog(
  { deps, jobId }: JobRun,
  { kind, ownerId, days }: Rule,
  settings: ArchiveSettings,
): Promise<{ archivedRows: number; problem?: string }> {
  let archivedRows = 0
  const archived = (entries: number) => {
    archivedRows += entries
    settings.archived?.(entries)
  }
  try {
    await archiveExpired(deps.store.db, { kind, ownerId, days }, { ...settings, archived })
    return { archivedRows }
  } catch (error) {
    if (isStoreGone(error)) throw error
    deps.log.error({ err: error, jobId, kind, ownerId }, 'expired logs were not archived')
    return { archivedRows, problem: describeFailure(error, jobId) }
  }
}

/** File system errors contain paths of the server, which belong only in the server's log. */
const describeFailure = (error: unknown, jobId: number) =>
  error instanceof BrokenChainError
    ? error.message
    : `It could not be archived. The log of the service has the details under job ${jobId}.`

function toOutcome(logs: readonly LogReport[]): JobOutcome {
  const sum = (count: (log: LogReport) => number) =>
    logs.reduce((total, log) => total + count(log), 0)
  const result = {
    archivedRows: sum(log => log.archivedRows),
    removedRows: sum(log => log.removedRows),
    logs: withProblemsFirst(logs),
  }
  const count = logs.filter(log => log.problem !== undefined).length
  if (count === 0) return { result }
  const summary = `${count} of ${logs.length} logs were not archived.`
  return { result, problem: `${summary} ${describeProblems(logs)}` }
}
