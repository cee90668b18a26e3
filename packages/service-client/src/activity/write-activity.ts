import { parseJson } from '@service/base'
import type { ActivityEntry, RefusedEntry } from '../port/activity-entry.js'
import type { ServicePort } from '../port/service-port.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'

const path = '/agent-api/activity-logs'

/** The service accepts at most this many entries in one request. */
const maxBatchSize = 1000

/**
 * Writes to the activity log. Rejects with `ServiceAwayError` when the batch should be sent again
 * (the service skips entries it already has), and resolves with the entries it rejects for good.
 */
export function createActivityWriter(caller: Caller): ServicePort['writeActivity'] {
  const write = async (entries: readonly ActivityEntry[]): Promise<readonly RefusedEntry[]> => {
    if (entries.length === 0) return []
    if (entries.length > maxBatchSize) return splitAndWrite(entries)
    try {
      const { text } = await caller.call({ method: 'POST', path, body: { entries } })
      return parseRefused(entries, text)
    } catch (error) {
      const failure = toCallError(error, path)
      if (failure.code === 'environment_deleted') return entries.map(refusedFor(failure))
      if (!isAboutEntries(failure)) throw failure.toUnavailableError()
      return entries.length > 1 ? splitAndWrite(entries) : entries.map(refusedFor(failure))
    }
  }

  const splitAndWrite = async (
    entries: readonly ActivityEntry[],
  ): Promise<readonly RefusedEntry[]> => {
    const middle = Math.ceil(entries.length / 2)
    return [...(await write(entries.slice(0, middle))), ...(await write(entries.slice(middle)))]
  }

  return write
}

/**
 * True when entries of the batch are invalid; the batch is then halved until each invalid entry is
 * alone. A 400 without a code comes from a proxy, not from the service.
 */
function isAboutEntries({ status, code }: CallError): boolean {
  return status === 413 || ((status === 400 || status === 422) && code !== undefined)
}

const refusedFor =
  ({ message: reason }: CallError) =>
  (entry: ActivityEntry): RefusedEntry => ({ entry, reason })

/**
 * Returns the entries that the response names as rejected. A response of another shape comes from a
 * proxy and is ignored.
 */
function parseRefused(entries: readonly ActivityEntry[], text: string): readonly RefusedEntry[] {
  const { written, refused = [] } = (parseJson(text) ?? {}) as Readonly<Record<string, unknown>>
  if (typeof written !== 'number' || !Array.isArray(refused)) {
    throw new Error('The response does not list what was written.')
  }
  return refused.flatMap(({ index, message }) => {
    const entry = entries[index]
    return entry ? { entry, reason: String(message) } : []
  })
}
