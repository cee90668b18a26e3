import type { Logger } from '@service/datasource-toolkit'
import type { ActivityEntry } from '../port/activity-entry.js'
import type { ServicePort } from '../port/service-port.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'

const path = '/agent-api/activity-logs'

/** The most entries the service takes at once. */
const largestBatch = 1000

/**
 * Writes to the activity log. Rejects with `ServiceAwayError` when it is worth another attempt:
 * entries that arrived are then skipped. An entry that the service cannot take is dropped, with a
 * log line, so that it does not hold up the others.
 */
export function createActivityWriter(caller: Caller, logger: Logger): ServicePort['writeActivity'] {
  const write = async (entries: readonly ActivityEntry[]): Promise<void> => {
    if (entries.length === 0) return
    if (entries.length > largestBatch) return writeHalves(entries)
    try {
      await caller.call({ method: 'POST', path, body: { entries } })
    } catch (error) {
      const failure = toCallError(error, path)
      if (!isAboutEntries(failure)) throw failure.toAway()
      if (entries.length > 1) return writeHalves(entries)
      const [{ key, action, userId }] = entries as readonly [ActivityEntry]
      logger(
        'Error',
        `The service does not take the activity '${action}' of user ${userId} (key ${key}), which is lost: ${failure.message}`,
      )
    }
  }

  const writeHalves = async (entries: readonly ActivityEntry[]): Promise<void> => {
    const middle = Math.ceil(entries.length / 2)
    await write(entries.slice(0, middle))
    await write(entries.slice(middle))
  }

  return write
}

/** Then the batch is halved until the entries that are wrong stand alone. A 400 without a code is not the service's: some proxy answered. */
function isAboutEntries({ status, code }: CallError): boolean {
  return status === 413 || ((status === 400 || status === 422) && code !== undefined)
}
