import { ConflictError, InvalidRequestError } from '../errors.js'
import { ANCHOR_FORM, type Anchor, anchorText, parseAnchor } from '../logs/anchor.js'
import { verifyLogs } from '../logs/verify-logs.js'
import type { LogVerification } from '../logs/verify-stream.js'
import type { Store } from '../store/open-store.js'
import type { CommandIo } from './command-io.js'
import type { ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

export interface VerifyCommandOptions extends ResultOptions {
  readonly archives?: string
  readonly expect?: readonly string[]
}

/** Verifies the hash chain of every log. The command fails when any entry was changed. */
export async function verify(options: VerifyCommandOptions, io: CommandIo): Promise<void> {
  const anchors = (options.expect ?? []).map(requireAnchor)
  await withStore(io, store =>
    reportLogs(store, { archiveDir: options.archives, anchors, json: options.json }, io),
  )
}

/** Verifies the logs and prints one line for each, or one JSON document. */
export async function reportLogs(
  store: Store,
  options: {
    readonly archiveDir?: string
    readonly anchors?: readonly Anchor[]
    readonly json?: boolean
    /** What else the JSON document says. */
    readonly details?: object
  },
  io: CommandIo,
): Promise<void> {
  const { json, details, ...rest } = options
  const reports = await verifyLogs(store.db, rest)
  const broken = reports.filter(report => report.problem !== undefined)
  const result = { ...details, isIntact: broken.length === 0, logs: reports }
  if (json) io.output.write(`${JSON.stringify(result)}\n`)
  else for (const report of reports) io.output.write(`${formatReportLine(report)}\n`)
  if (broken.length > 0) {
    throw new ConflictError(
      `${broken.length} of ${reports.length} logs were altered after they were written.\n${broken.map(formatReportLine).join('\n')}`,
      'broken_log',
    )
  }
  if (!json) io.output.write(`${reports.length} logs are unaltered.\n`)
}

/** For an intact log, the printed line ends with the hash of its last entry, which a later verification can compare with. */
function formatReportLine({
  kind,
  ownerId,
  rows,
  archivedRows,
  lastSeq,
  headHash,
  problem,
}: LogVerification) {
  const name = `${kind} of ${kind === 'admin_logs' ? 'project' : 'environment'} ${ownerId}`
  if (problem !== undefined) return `${name}: ${problem}`
  const archived = archivedRows > 0 ? ` and ${archivedRows} archived` : ''
  const anchor = anchorText({ kind, ownerId, seq: lastSeq, hash: headHash })
  return `${name}: ${rows} entries${archived}, ${anchor}`
}

function requireAnchor(text: string): Anchor {
  const anchor = parseAnchor(text)
  if (!anchor) throw new InvalidRequestError(`--expect must be ${ANCHOR_FORM}, not '${text}'.`)
  return anchor
}
