import { randomBytes } from 'node:crypto'
import type { Logger } from '@service/datasource-toolkit'
import type { ActivityEntry } from '@service/service-client'
import { ActivityLogFullError } from '../errors.js'
import { begunLine, readLine, type Settlement, settle, settledLine } from './entry-lines.js'
import { type OutboxFolder, openOutboxFolder } from './outbox-folder.js'
import { type Pace, usualPace } from './pace.js'
import { createSegments } from './segments.js'
import { createSender } from './sender.js'

export type NewEntry = Omit<ActivityEntry, 'key'>

/** Where entries wait for the service: they survive restarts of either side. */
export interface Outbox {
  /** Never fails and never waits: when there is no room left, the entry is dropped. */
  add(entry: NewEntry): void
  /** Answers the key of a write that is about to begin, once a crash could not lose it. */
  begin(entry: NewEntry): Promise<string>
  settle(settlement: Settlement): void
  /** Sends what it can at once; the rest waits on disk for the next start. */
  close(): Promise<void>
}

export interface OutboxOptions {
  /** Absent: entries are kept in memory only. */
  readonly folder?: string
  readonly envSecret: string
  readonly maxBytes: number
  readonly logger: Logger
  readonly send: (entries: readonly ActivityEntry[]) => Promise<void>
  readonly pace?: Partial<Pace>
}

/** What memory alone may hold. */
const mostInMemory = 16 * 1024 * 1024

/** A folder that cannot be written does not make it fail: entries are then kept in memory. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { logger, send } = options
  const pace = { ...usualPace, ...options.pace }
  const outboxKey = randomBytes(12).toString('hex')
  const folder = await openFolder(options, outboxKey)
  const maxBytes = folder ? options.maxBytes : Math.min(options.maxBytes, mostInMemory)
  const segments = createSegments({ folder, maxBytes, writeAfter: pace.write, logger })
  const sender = createSender(segments.supply, send, pace, logger)
  const begun = segments.unsettled
  let made = 0

  // Written out: this runs for every request, and a spread costs several times as much.
  const keyed = (entry: NewEntry): ActivityEntry => {
    made += 1
    return {
      key: `${outboxKey}-${made.toString(36)}`,
      type: entry.type,
      action: entry.action,
      userId: entry.userId,
      teamName: entry.teamName,
      collectionName: entry.collectionName,
      recordIds: entry.recordIds,
      label: entry.label,
    } satisfies Record<keyof ActivityEntry, unknown>
  }

  const adopt = async () => {
    await folder?.touch()
    await segments.adopt()
    sender.wake()
  }
  let looking = adopt().catch(warnOf(logger))
  const watch =
    folder &&
    setInterval(() => {
      looking = looking.then(adopt).catch(warnOf(logger))
    }, pace.look)
  watch?.unref()
  await looking

  return {
    add(entry) {
      const line = keyed(entry)
      if (segments.put('reads', readLine(line.key, entry), line)) sender.wake()
    },
    async begin(entry) {
      const line = keyed(entry)
      begun.set(line.key, line)
      if (!segments.put('writes', begunLine(line))) {
        begun.delete(line.key)
        throw new ActivityLogFullError()
      }
      await segments.write()
      return line.key
    },
    settle(settlement) {
      const entry = begun.get(settlement.key)
      if (!entry) return
      begun.delete(settlement.key)
      segments.end(settledLine(settlement), settle(entry, settlement))
      sender.wake()
    },
    async close() {
      clearInterval(watch)
      await looking
      await segments.write()
      await sender.close()
      const left = await segments.close()
      if (left > 0 && !folder) {
        logger('Warn', `${left} entries of the activity log are lost: they were only in memory`)
      }
      await folder?.release().catch(warnOf(logger))
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
      `The activity log cannot be kept in '${folder}': entries wait in memory, and are lost when the process ends before the service has them. Set activityLog.folder to a folder that can be written`,
      error,
    )
    return undefined
  }
}

const warnOf = (logger: Logger) => (error: unknown) =>
  logger('Warn', 'The folder of the activity log cannot be read', error)
