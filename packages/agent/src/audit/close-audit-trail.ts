import type { ResolvedOptions } from '../options.js'
import { getOutcomeRecorder } from './outcome-recorder.js'

/** Records how the last changes ended, if the database is available, and closes the trail. */
export async function closeAuditTrail({ auditTrail, logger }: ResolvedOptions): Promise<void> {
  if (!auditTrail) return
  const left = await getOutcomeRecorder(auditTrail, logger).flush()
  if (left > 0) {
    logger(
      'Warn',
      `${left} changes stay pending in the audit trail: its database is unavailable, and the agent stops. Compare them with the records to see whether they happened`,
    )
  }
  await auditTrail.close()
}
