import { randomBytes } from 'node:crypto'
import type { Logger } from '@service/base'
import type { ActivityEntry, RefusedEntry } from '@service/service-client'
import { ActivityLogFullError } from '../errors.js'
import { createDeadLetters } from './dead-letters.js'
import {
  applyOutcome,
  formatEntryLine,
  formatOutcomeLine,
  type NewEntry,
  type Outcome,
} from './entry-lines.js'
import { formatInstant } from './format-instant.js'
import { type OutboxFolder, openOutboxFolder } from './outbox-folder.js'
import { defaultTimings, type OutboxTimings } from './outbox-timings.js'
import { createSegments } from './segments.js'
import { createSender } from './sender.js'
import { warnOfOtherFolders } from './warn-of-other-folders.js'

/** Entries that have not reached the service. */
export interface OutboxFigures {
  /** Entries that the service rejected, in the files of all processes. */
  readonly deadLetters: number
  /** Reads dropped for lack of space since the process started. */
  readonly droppedReads: number
  /** Bytes of entries that wait to be sent. */
  readonly queuedBytes: number
  /** Bytes that entries may use. */
  readonly maxBytes: number
}

/** Stores entries until the service has accepted them; they survive restarts of the agent and of the service. */
export interface Outbox {
  readonly figures: OutboxFigures
  /**
   * Never fails and never waits: when there is no space left, the entry is dropped and counted.
   * `occurredAt` is in milliseconds. `recordIds` are those of this occurrence, when the entry is
   * shared by several.
   */
  add(entry: NewEntry, occurredAt?: number, recordIds?: readonly string[]): void
  /**
   * Stores a write that is about to begin, and returns its key once a crash cannot lose it. `recordIds`
   * and `correlationKey` are those of this occurrence, when the entry is shared by several.
   */
  begin(
    entry: NewEntry,
    occurredAt?: number,
    recordIds?: readonly string[],
    correlationKey?: string,
  ): Promise<string>
  recordOutcome(outcome: Outcome): void
  /** Sends what it can immediately; the rest stays on disk for the next start. */
  close(): Promise<void>
}

export interface OutboxOptions {
  /** When absent, entries are kept in memory only. */
  readonly folder?: string
  readonly envSecret: string
  readonly maxBytes: number
  readonly logger: Logger
  /** Returns the entries that the service rejects for good. */
  readonly send: (entries: readonly ActivityEntry[]) => Promise<readonly RefusedEntry[]>
  readonly timings?: Partial<OutboxTimings>
}

/** Maximum bytes of entries when they are kept in memory only. */
const maxInMemory = 16 * 1024 * 1024

/** Falls back to memory when the folder cannot be written. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { logger, send } = options
  const timings = { ...defaultTimings, ...options.timings }
  const outboxKey = randomBytes(12).toString('hex')
  const folder = await openFolder(options, outboxKey)
  const maxBytes = folder ? options.maxBytes : Math.min(options.maxBytes, maxInMemory)
  const deadLetters = createDeadLetters(folder?.path, outboxKey, logger)
  const segments = createSegments({
    folder,
    getFreeBytes: () => maxBytes - deadLetters.bytes,
    maxBytes,
    writeAfter: timings.write,
    logger,
  })
  const sendAndKeepRefused = async (entries: readonly ActivityEntry[]) => {
    const refused = await send(entries)
    if (refused.length > 0) await deadLetters.add(refused)
  }
  const sender = createSender(segments.entrySource, sendAndKeepRefused, timings, logger)
  const begun = segments.pendingWrites
  let made = 0

  // Written out: this runs for every request, and a spread is several times slower.
  const keyed = (
    entry: NewEntry,
    occurredAt: number,
    recordIds = entry.recordIds,
    correlationKey = entry.correlationKey,
  ): ActivityEntry => {
    made += 1
    return {
      key: `${outboxKey}-${made.toString(36)}`,
      occurredAt: formatInstant(occurredAt),
      type: entry.type,
      action: entry.action,
      userId: entry.userId,
      username: entry.username,
      userEmail: entry.userEmail,
      teamName: entry.teamName,
      collectionName: entry.collectionName,
      recordIds,
      label: entry.label,
      correlationKey,
      viewedAsRole: entry.viewedAsRole,
    } satisfies Record<keyof ActivityEntry, unknown>
  }

  const adopt = async () => {
    await folder?.touch()
    await deadLetters.rescan()
    await segments.adopt()
    sender.wake()
  }
  if (folder) await warnOfOtherFolders(folder.path, logger).catch(warnWith(logger))
  let scanning = adopt().catch(warnWith(logger))
  const watch =
    folder &&
    setInterval(() => {
      scanning = scanning.then(adopt).catch(warnWith(logger))
    }, timings.scanInterval)
  watch?.unref()
  await scanning

  return {
    get figures() {
      return {
        deadLetters: deadLetters.count,
        droppedReads: segments.droppedReads,
        queuedBytes: segments.queuedBytes,
        maxBytes,
      }
    },
    add(entry, occurredAt = Date.now(), recordIds) {
      const line = keyed(entry, occurredAt, recordIds)
      const text = formatEntryLine(line.key, line.occurredAt ?? '', entry, recordIds)
      if (segments.put('reads', text, line)) sender.wake()
    },
    async begin(entry, occurredAt = Date.now(), recordIds, correlationKey) {
      const line = keyed(entry, occurredAt, recordIds, correlationKey)
      begun.set(line.key, line)
      const text = formatEntryLine(
        line.key,
        line.occurredAt ?? '',
        entry,
        recordIds,
        correlationKey,
      )
      if (!segments.put('writes', `B${text}`)) {
        begun.delete(line.key)
        throw new ActivityLogFullError()
      }
      await segments.write()
      return line.key
    },
    recordOutcome(outcome) {
      const entry = begun.get(outcome.key)
      if (!entry) return
      begun.delete(outcome.key)
      segments.end(formatOutcomeLine(outcome), applyOutcome(entry, outcome))
      sender.wake()
    },
    async close() {
      clearInterval(watch)
      await scanning
      await segments.write()
      await sender.close()
      const left = await segments.close()
      if (left > 0 && !folder) {
        logger('Warn', `${left} entries of the activity log are lost: they were only in memory`)
      }
      await folder?.release().catch(warnWith(logger))
    },
  }
}

async function openFolder(
  { folder, envSecret, logger }: OutboxOptions,
  outboxKey: string,
): Promise<OutboxFolder | undefined> {
  if (folder === undefined) return undefined
  try {
    return await openOutboxFolder(folder, envSecret, outboxKey)
  } catch (error) {
    logger(
      'Warn',
      `The activity log cannot be stored in '${folder}': entries are kept in memory, and are lost if the process ends before the service accepts them. Set activityLog.folder to a folder that can be written`,
      error,
    )
    return undefined
  }
}

const warnWith = (logger: Logger) => (error: unknown) =>
  logger('Warn', 'The folder of the activity log cannot be read', error)
