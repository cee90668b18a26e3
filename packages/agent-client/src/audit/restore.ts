import type { RestoreResult, RevertResult } from '@service/protocol'
import type { Transport } from '../http/transport.js'
import { toWireId } from '../records/record-id.js'
import type { RestoreOptions, RevertOptions } from './restore-options.js'

/** Sends a restore, or its dry run. */
export async function sendRestore(
  transport: Transport,
  record: readonly string[],
  at: Date | string,
  { fields, expect, ...options }: RestoreOptions,
  dryRun?: true,
): Promise<RestoreResult> {
  const query = { at: typeof at === 'string' ? at : at.toISOString() }
  const request = { ...options, query, body: { fields, expect, dryRun } }
  const path = ['_audit-trail', ...record, 'restore']
  return (await transport.json('POST', path, request)) as RestoreResult
}

/** Sends a revert, or its dry run. */
export async function sendRevert(
  transport: Transport,
  correlationKey: string,
  { collection, recordId, fields, ...options }: RevertOptions,
  dryRun?: true,
): Promise<RevertResult> {
  const query = {
    ...(collection !== undefined && { collection }),
    ...(recordId !== undefined && { recordId: toWireId(recordId) }),
  }
  const path = ['_audit-trail', 'correlation', encodeURIComponent(correlationKey), 'revert']
  const request = { ...options, query, body: { fields, dryRun } }
  return (await transport.json('POST', path, request)) as RevertResult
}
