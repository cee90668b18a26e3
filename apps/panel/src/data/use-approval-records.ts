import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Approval } from '../core/approvals/approval.js'
import {
  buildApprovalRecords,
  buildChangesRequest,
  mostShownRecords,
  wasChangedSince,
} from '../core/approvals/approval-records.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readList } from '../core/record/read-document.js'
import type { CollectionModel, Collections } from '../core/schema/collection-model.js'
import type { AgentApi } from './agent-api.js'
import { usePlace } from './place-context.js'

/** A record that an approval is about, as it is now. */
export interface ApprovalRecord {
  readonly record: PanelRecord
  /** Whether it was changed since the request; undefined where nothing says so. */
  readonly isChanged: boolean | undefined
}

interface RecordsOptions {
  readonly collections: Collections
  readonly collection: CollectionModel | undefined
  /** Whether changes since the request matter, and the agent keeps an audit trail. */
  readonly hasAuditTrail: boolean
}

/** The records that an approval is about, as they are now, in one batch. */
export function useApprovalRecords(
  approval: Approval,
  { collections, collection, hasAuditTrail }: RecordsOptions,
): UseQueryResult<readonly ApprovalRecord[]> {
  const { agent, place } = usePlace()
  const recordIds = approval.recordIds.slice(0, mostShownRecords)
  const request = collection && buildApprovalRecords(collection, collections, recordIds)
  return useQuery({
    // An action that changes records reads this again, too.
    queryKey: ['records-of-approval', place.team.renderingId, approval.id, hasAuditTrail, request],
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (!request || !collection) return []
      const changes = hasAuditTrail
        ? recordIds.map(each => readIsChanged(agent, collection, each, approval, signal))
        : []
      const { rows } = readList(await agent.read(request, signal))
      const known = new Map<string, boolean | undefined>()
      for (const [index, each] of recordIds.entries()) known.set(each, await changes[index])
      return rows.map(record => ({
        record,
        isChanged: known.get(record.id) ?? wasChangedSince(record, collection, approval),
      }))
    },
  })
}

/** Whoever may read a record may not always read its history. */
async function readIsChanged(
  agent: AgentApi,
  collection: CollectionModel,
  id: string,
  { createdAt }: Approval,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    const request = buildChangesRequest(collection, id, createdAt)
    const { data } = await agent.read<{ readonly data: readonly unknown[] }>(request, signal)
    return data.length > 0
  } catch {
    return undefined
  }
}
