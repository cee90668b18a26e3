import type { ResolvedOptions } from '../options.js'

/** A database that does not answer yet keeps nobody from reading; it is tried again at each change. */
export async function openAuditTrail({ auditTrail, logger }: ResolvedOptions): Promise<void> {
  try {
    await auditTrail?.open(logger)
  } catch (error) {
    const outcome = auditTrail?.isCritical ? 'changes are refused' : 'changes are not kept'
    logger('Error', `The audit trail cannot be opened: ${outcome} until it can`, error)
  }
}
