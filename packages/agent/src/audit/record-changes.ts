import { isServiceError, type Logger, UnprocessableError } from '@service/base'
import type { ChangeRecorder, RecordedChange } from '@service/engine'
import { AuditUnavailableError } from '../errors.js'
import { asFailed, entryEnds, newEntries } from './audit-entries.js'
import type { AuditTrail, NewAuditEntry } from './audit-trail.js'
import { getOutcomeRecorder } from './outcome-recorder.js'

/** Stores every change that reaches a data source in an audit trail. */
export function recordChanges(trail: AuditTrail, logger: Logger): ChangeRecorder {
  const redacted = new Set(trail.redacted)
  const outcomeRecorder = getOutcomeRecorder(trail, logger)

  const beginEntries = async (entries: readonly NewAuditEntry[]) => {
    await outcomeRecorder.ready()
    return trail.begin(entries)
  }

  return {
    async begin(change, call) {
      const { collection, operation } = change
      requireWhole(change, trail)
      const isRedacted = (column: string) =>
        redacted.size > 0 && redacted.has(`${collection.name}.${column}`)
      const entries = newEntries(change, call, isRedacted)
      const ids = await beginEntries(entries).catch(error => {
        if (trail.isCritical) throw new AuditUnavailableError({ cause: error })
        logger(
          'Warn',
          `A change of '${collection.name}' could not be stored in the audit trail`,
          error,
        )
      })
      if (!ids) return undefined
      return {
        done: after => outcomeRecorder.record(ids, entryEnds(change, entries, after, isRedacted)),
        async failed(error, after) {
          if (operation === 'action') {
            const ends = entryEnds(change, entries, after, isRedacted)
            return outcomeRecorder.record(
              ids,
              ends.map((end, index) => asFailed(entries[index]!, end)),
            )
          }
          // The data source rejected the change. After any other error the entries stay pending.
          const isRefused = isServiceError(error) && error.status < 500
          if (isRefused) await outcomeRecorder.record(ids, Array(ids.length).fill('void'))
        },
      }
    },
  }
}

/** Without a primary key, the records beyond the limit cannot be changed separately. */
function requireWhole(
  { isPartial, operation, collection, records }: RecordedChange,
  { isCritical }: AuditTrail,
) {
  if (!isPartial || !isCritical || operation === 'action') return
  throw new UnprocessableError(
    `Nothing was changed: '${collection.name}' has no primary key, so that no more than ${records.length} of its records can be changed at once and audited.`,
  )
}
