import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { ANCHOR_FORM, type Anchor, anchorText, parseAnchor } from '../../../logs/anchor.js'
import { archiveFolder } from '../../../logs/archive-files.js'
import { verifyLogs } from '../../../logs/verify-logs.js'
import type { LogVerification } from '../../../logs/verify-stream.js'
import { defineJobKind, type JobOutcome, type JobRun } from '../job-kind.js'
import {
  describeLog,
  describeProblems,
  type ProjectLog,
  readProjectLogs,
  withProblemsFirst,
} from './project-logs.js'

const Parameters = z.strictObject({
  archives: z
    .boolean()
    .optional()
    .meta({ description: 'Also read the archived entries, in the archive directory.' }),
  expect: z
    .array(z.string().refine(text => parseAnchor(text) !== undefined, `must be ${ANCHOR_FORM}`))
    .max(100, 'must have at most 100 anchors')
    .optional()
    .meta({ description: 'Anchors of earlier reports, which must still match.' }),
})

/** Verifies the hash chain of every log of a project. The job fails when any entry was changed. */
export const verifyProjectLogs = defineJobKind({
  Parameters,
  timeoutSeconds: 3_600,
  async run(job) {
    const logs = await readProjectLogs(job.deps.store.db, job.projectId)
    const { expect: expected = [] } = job.parameters
    const anchors = expected.flatMap(text => parseAnchor(text) ?? [])
    const foreign = anchors.find(anchor => !logs.some(log => matchesAnchor(log, anchor)))
    if (foreign) {
      return { result: {}, problem: `This project has no log for '${anchorText(foreign)}'.` }
    }
    return toOutcome(job, logs, await followLogs(job, logs, anchors))
  },
})

async function followLogs(
  { deps, parameters, signal, progress }: JobRun<z.output<typeof Parameters>>,
  logs: readonly ProjectLog[],
  anchors: readonly Anchor[],
): Promise<readonly LogVerification[]> {
  const { db } = deps.store
  const total = await countEntries(deps, logs)
  const reports: LogVerification[] = []
  let done = 0
  for (const log of logs) {
    const reportProgress = (entries: number) => {
      done += entries
      // Entries may be added or verified again in the meantime, so `done` could exceed `total`.
      progress({ done: Math.min(done, total), total, message: `Following ${describeLog(log)}.` })
    }
    reportProgress(0)
    const found = await verifyLogs(db, {
      owners: [log],
      anchors: anchors.filter(anchor => matchesAnchor(log, anchor)),
      ...(parameters.archives && { archiveDir: archiveFolder(deps.config) }),
      signal,
      followed: reportProgress,
    })
    reports.push(...found)
  }
  progress({ done: total, total })
  return reports
}

const matchesAnchor = (log: ProjectLog, anchor: Anchor) =>
  log.kind === anchor.kind && log.ownerId === anchor.ownerId

/** Streams number their entries, so the last sequence numbers give the count. */
async function countEntries(
  { store }: JobRun['deps'],
  logs: readonly ProjectLog[],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(last_seq), 0)::bigint as total from streams
    where (kind, owner_id) in (select * from unnest(
      ${logs.map(log => log.kind)}::text[], ${logs.map(log => log.ownerId)}::bigint[]))`.execute(
    store.db,
  )
  return rows[0]?.total ?? 0
}

function toOutcome(
  { deps }: JobRun,
  logs: readonly ProjectLog[],
  reports: readonly LogVerification[],
): JobOutcome {
  // People who only see the project must not learn paths of the server.
  const folder = join(archiveFolder(deps.config), '/')
  const shownReports = reports.map(({ problem, ...report }, index) => ({
    ...report,
    environmentName: logs[index]?.environmentName ?? null,
    anchor: formatAnchor(report),
    ...(problem !== undefined && { problem: problem.replaceAll(folder, '') }),
  }))
  const count = shownReports.filter(log => log.problem !== undefined).length
  const result = {
    isIntact: count === 0,
    logCount: shownReports.length,
    logs: withProblemsFirst(shownReports),
  }
  if (count === 0) return { result }
  const summary = `${count} of ${shownReports.length} logs were altered after they were written.`
  return { result, problem: `${summary} ${describeProblems(shownReports)}` }
}

/** The anchor for a later verification; null when the log is empty. */
const formatAnchor = ({ lastSeq, headHash, ...owner }: Omit<LogVerification, 'problem'>) =>
  lastSeq === 0 ? null : anchorText({ ...owner, seq: lastSeq, hash: headHash })
