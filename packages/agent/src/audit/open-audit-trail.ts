import type { ResolvedOptions } from '../options.js'

/** Reads are served even when the database is unavailable; each change tries to open it again. */
export async function openAuditTrail({ auditTrail, logger }: ResolvedOptions): Promise<void> {
  try {
    await auditTrail?.open(logger)
  } catch (error) {
    const outcome = auditTrail?.isCritical ? 'changes are rejected' : 'changes are not recorded'
    logger('Error', `The audit trail cannot be opened: ${outcome} until it can`, error)
  }
}
