import { isServiceError } from '@service/base'
import type { WriteWatch } from '@service/engine'
import type { HttpResponse } from '@service/http'
import { buildEntry, buildWriteEntry } from './build-entry.js'
import type { CreatedResponse } from './created-response.js'
import type { Outbox } from './outbox.js'
import type { RecordedRequest } from './recorded-request.js'
import type { WriteActivity } from './route-activities.js'
import type { Subject } from './truncate-entry.js'

/** Records one request that may change data. */
export interface FollowedWrite {
  /** Receives the changes; the first one waits until its entry is stored. */
  readonly watch: WriteWatch
  recordResponse(response: HttpResponse): Promise<void>
  failed(error: unknown): Promise<void>
}

interface Begun {
  readonly key: string
  readonly subject: Subject
}

export function followWrite(
  outbox: Outbox,
  activity: WriteActivity,
  context: RecordedRequest,
): FollowedWrite {
  let begun: Promise<Begun | undefined> | undefined
  const startedAt = Date.now()
  let isChanged = false

  const begin = async (): Promise<Begun> => {
    const { entry, recordIds, correlationKey } = buildWriteEntry(
      await activity.describe(context),
      context,
    )
    const key = await outbox.begin(entry, startedAt, recordIds, correlationKey)
    return { key, subject: entry }
  }

  /** Resolves to undefined when no entry was stored. */
  const whatWasBegun = () => begun?.catch(() => undefined)

  return {
    watch: {
      async begin() {
        begun ??= begin()
        await begun
      },
      changed() {
        isChanged = true
      },
    },
    async recordResponse(response) {
      const write = await whatWasBegun()
      if (!write) {
        const shown = activity.describeRead?.(context, response)
        if (shown) outbox.add(buildEntry('read', shown, context), startedAt)
        return
      }
      const { key, subject } = write
      if (response.status >= 400) outbox.recordOutcome({ key, label: failedLabel(subject) })
      else {
        const recordIds = activity.listIds?.(response) ?? findCreatedId(response)
        outbox.recordOutcome({ key, recordIds })
      }
    },
    async failed(error) {
      const write = await whatWasBegun()
      if (!write) return
      const { key, subject } = write
      const isRefused = !isChanged && isServiceError(error) && error.status < 500
      outbox.recordOutcome(isRefused ? { key, isVoid: true } : { key, label: failedLabel(subject) })
    },
  }
}

const failedLabel = ({ label }: Subject) => (label ? `${label} (failed)` : 'failed')

/** The database creates the id of a new record, so that only the response has it. */
function findCreatedId(response: HttpResponse | CreatedResponse): readonly string[] | undefined {
  return 'createdId' in response ? [response.createdId] : undefined
}
