import type { ResolvedOptions } from '../options.js'
import { settlerOf } from './settler.js'

/** Tells the trail how the last changes ended, as far as it answers, and closes it. */
export async function closeAuditTrail({ auditTrail, logger }: ResolvedOptions): Promise<void> {
  if (!auditTrail) return
  const left = await settlerOf(auditTrail, logger).flush()
  if (left > 0) {
    logger(
      'Warn',
      `${left} changes stay pending in the audit trail: its database does not answer, and the agent stops. Whether they happened is told by the records`,
    )
  }
  await auditTrail.close()
}
