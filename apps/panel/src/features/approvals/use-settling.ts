import { useCallback, useEffect, useState } from 'react'
import type { Approval } from '../../core/approvals/approval.js'
import {
  type ApprovalDecision,
  approveAndRun,
  type RunAnswer,
  type Settlement,
  type SettleStep,
  settleWithoutRun,
} from '../../core/approvals/settle-approval.js'
import { type ActionTarget, buildApprovedRequest } from '../../core/forms/action-request.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { decideApproval, fetchApproval, signApproval } from '../../data/approvals-api.js'
import { usePlace } from '../../data/place-context.js'
import { type RanAction, sendRun } from '../../data/run-action.js'
import {
  useApprovalEnvironment,
  useKeepApproval,
  useReloadApprovals,
} from '../../data/use-approvals.js'
import { saveBlob } from '../../widgets/file/save-blob.js'

/** What an approved action returned. */
export type ApprovedRun = RanAction & RunAnswer

/** How far the decision on a request is. */
export type Settling =
  | { readonly kind: 'working'; readonly step: SettleStep }
  | {
      readonly kind: 'ended'
      readonly decision: ApprovalDecision
      readonly comment: string
      readonly settlement: Settlement<ApprovedRun>
    }

/** A decision on a request, and what its action needs to run. */
export interface SettleRequest {
  readonly approval: Approval
  readonly decision: ApprovalDecision
  readonly comment: string
  readonly collection: CollectionModel | undefined
  readonly action: ActionTarget['action'] | undefined
  /** An attempt before left open where the request stands: it is read first. */
  readonly isUncertain?: boolean
  /** Called when the action may have changed records. */
  readonly onRan: () => void
}

/** Decides on requests and runs their actions. Each goes on when another request is opened. */
export function useSettling() {
  const { agent, names, boot } = usePlace()
  const environment = useApprovalEnvironment()
  const keep = useKeepApproval()
  const reload = useReloadApprovals()
  const [settlings, setSettlings] = useState<ReadonlyMap<number, Settling>>(new Map())
  const isWorking = [...settlings.values()].some(({ kind }) => kind === 'working')
  useLeaveWarning(isWorking)

  const settle = useCallback(
    async (request: SettleRequest) => {
      const { approval, decision, comment, collection, action } = request
      const { id } = approval
      const set = (settling: Settling) => setSettlings(known => new Map(known).set(id, settling))
      const ports = {
        read: () => fetchApproval(environment, id),
        decide: (chosen: ApprovalDecision) => decideApproval(environment, id, chosen, comment),
        sign: () => signApproval(environment, id),
        async run(signedRequest: string): Promise<ApprovedRun> {
          if (!collection || !action) throw new Error(`There is no action of request ${id}.`)
          const target = { collection: collection.name, action }
          const { signal } = new AbortController()
          const ran = await sendRun(buildApprovedRequest(target, signedRequest), {
            ...{ agent, names, signal },
            onProgress: () => {},
          })
          const { result } = ran
          const isRefused = result.kind === 'error' || result.kind === 'approval-needed'
          return { ...ran, isRefused, code: result.kind === 'error' ? result.code : undefined }
        },
      }
      const options = {
        ports,
        personId: boot.user.id,
        known: request.isUncertain ? undefined : approval,
        onStep: (step: SettleStep) => set({ kind: 'working', step }),
      }
      const settlement =
        decision === 'approve'
          ? await approveAndRun<ApprovedRun>(options)
          : await settleWithoutRun<ApprovedRun>(decision, options)
      set({ kind: 'ended', decision, comment, settlement })
      if (settlement.kind === 'ran') {
        const { result, file } = settlement.answer
        if (result.kind === 'file' && file) saveBlob(file, result.name)
        request.onRan()
        reload()
      } else if (settlement.approval) keep(settlement.approval)
      else reload()
    },
    [agent, names, boot.user.id, environment, keep, reload],
  )
  return { settlings, settle }
}

/** The browser asks before the page is closed. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
