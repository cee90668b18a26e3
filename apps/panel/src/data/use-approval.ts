import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ActionTarget } from '../core/forms/action-request.js'
import { buildApproval, type NewApproval } from '../core/forms/build-approval.js'
import { type ApproverRole, groupApprovers } from '../core/forms/group-approvers.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { listSelectedIds } from './list-selected-ids.js'
import { usePlace } from './place-context.js'
import { createApproval } from './service-api.js'
import { useMembers } from './use-people.js'

/** Who may approve, by role. */
export function useApprovers(roleIds: readonly number[]): UseQueryResult<readonly ApproverRole[]> {
  return useMembers(members => groupApprovers(roleIds, members))
}

type ApprovalRequest = Omit<
  Parameters<typeof buildApproval>[0],
  'collection' | 'recordIds' | 'teamId'
> & {
  readonly collection: CollectionModel
  readonly target: ActionTarget
}

/** Asks for the approval of an action. The service has to know the records by their ids. */
export function useAskForApproval(): (
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<{ readonly id: number; readonly expiresAt: string }> {
  const { agent, place } = usePlace()
  const { project, environment, team } = place
  return useCallback(
    async ({ collection, target, ...parts }, signal) => {
      const approval: NewApproval = buildApproval({
        ...parts,
        collection: collection.name,
        recordIds: await listSelectedIds(agent, collection, target, signal),
        teamId: team.id,
      })
      return createApproval({ projectId: project.id, environmentId: environment.id }, approval)
    },
    [agent, project, environment, team],
  )
}
