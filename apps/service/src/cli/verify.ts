import { ConflictError, InvalidRequestError } from '../errors.js'
import { type LogKind, logKinds } from '../logs/log-kinds.js'
import { type Anchor, verifyLogs } from '../logs/verify-logs.js'
import type { StreamReport } from '../logs/verify-stream.js'
import type { Store } from '../store/open-store.js'
import type { CommandIo } from './command-io.js'
import { withStore } from './with-store.js'

export interface VerifyCommandOptions {
  readonly archives?: string
  readonly expect?: readonly string[]
  readonly json?: boolean
}

/** Follows the hash chain of every log. Any entry that is not as it was written fails the command. */
export async function verify(options: VerifyCommandOptions, io: CommandIo): Promise<void> {
  const anchors = (options.expect ?? []).map(anchorOf)
  await withStore(io, store =>
    reportLogs(store, { archiveDir: options.archives, anchors, json: options.json }, io),
  )
}

/** Verifies the logs and writes a line about each, or one JSON document. */
export async function reportLogs(
  store: Store,
  options: {
    readonly archiveDir?: string
    readonly anchors?: readonly Anchor[]
    readonly json?: boolean
  },
  io: CommandIo,
): Promise<void> {
  const { json, ...rest } = options
  const reports = await verifyLogs(store.db, rest)
  const broken = reports.filter(report => report.problem !== undefined)
  if (json) io.output.write(`${JSON.stringify({ isIntact: broken.length === 0, logs: reports })}\n`)
  else for (const report of reports) io.output.write(`${lineOf(report)}\n`)
  if (broken.length > 0) {
    throw new ConflictError(
      `${broken.length} of ${reports.length} logs are not as they were written.\n${broken.map(lineOf).join('\n')}`,
      'broken_log',
    )
  }
  if (!json) io.output.write(`${reports.length} logs are as they were written.\n`)
}

/** A line of an intact log ends with the anchor that proves it later. */
function lineOf({ kind, ownerId, rows, archivedRows, lastSeq, headHash, problem }: StreamReport) {
  const name = `${kind} of ${kind === 'admin_logs' ? 'project' : 'environment'} ${ownerId}`
  if (problem !== undefined) return `${name}: ${problem}`
  const archived = archivedRows > 0 ? ` and ${archivedRows} archived` : ''
  return `${name}: ${rows} entries${archived}, ${kind}:${ownerId}:${lastSeq}:${headHash}`
}

function anchorOf(text: string): Anchor {
  const [kind = '', owner = '', seq = '', hash = '', ...more] = text.split(':')
  const isWhole = [owner, seq].every(part => /^[1-9]\d{0,14}$/.test(part)) && more.length === 0
  if (!Object.hasOwn(logKinds, kind) || !isWhole || !/^[0-9a-f]{64}$/.test(hash)) {
    throw new InvalidRequestError(
      `--expect must be KIND:OWNER:SEQ:HASH, as verify prints it, with KIND ${Object.keys(logKinds).join(' or ')}, not '${text}'.`,
    )
  }
  return { kind: kind as LogKind, ownerId: Number(owner), seq: Number(seq), hash }
}
