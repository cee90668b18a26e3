import { z } from 'zod'
import { agentRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { Approval, ApprovalResult, NewApproval } from './approval.js'
import { changeApproval } from './change-approval.js'
import { claimApproval } from './claim-approval.js'
import { findRequester } from './find-requester.js'
import { reportResult } from './report-result.js'
import { requestApproval } from './request-approval.js'

const tag = 'Agent'
const params = z.object({ approvalId: PathId })
const wrongState = { wrong_state: 'The approval is in another state; the message names it.' }

const { teamId: _, ...newApproval } = NewApproval.shape
const PositiveId = z.int('must be a positive integer').positive('must be a positive integer')

/**
 * Routes with which agents request approvals on behalf of people, claim approved actions and report their
 * results.
 */
export const agentApprovalRoutes: readonly Route[] = [
  agentRoute(
    {
      tag,
      method: 'post',
      path: '/agent-api/approval-requests',
      summary: 'Request an approval on behalf of a person signed in at the agent',
      body: z.strictObject({ userId: PositiveId, renderingId: PositiveId, ...newApproval }),
      status: 201,
      response: z.object({ id: z.number() }),
      errors: {
        action_not_allowed: 'The role of the person may not trigger the action.',
        not_a_member: 'The person is not, or no longer, a member of the project.',
        not_in_team: 'The person is not in the team of the rendering.',
      },
    },
    ({ deps, project, environment, body: { userId, renderingId, ...request } }) =>
      deps.store.db.transaction().execute(async transaction => {
        const search = { environmentId: environment.id, renderingId, userId }
        const { teamId, ...asker } = await findRequester(transaction, search)
        const work = { project, environment, ...asker }
        return { id: await requestApproval(transaction, work, { ...request, teamId }) }
      }),
  ),
  agentRoute(
    {
      tag,
      method: 'post',
      path: '/agent-api/approvals/{approvalId}/claim',
      summary: 'Claim an approved action to run it',
      description:
        'Must be called before the action runs, and succeeds once across all agents. Without a result, the approval counts as failed after an hour.',
      params,
      response: Approval,
      errors: { ...wrongState, approval_used: 'An agent has already claimed it.' },
    },
    call =>
      changeApproval(call, async transaction => {
        await claimApproval(transaction, call.environment.id, call.params.approvalId)
        return call.params.approvalId
      }),
  ),
  agentRoute(
    {
      tag,
      method: 'post',
      path: '/agent-api/approvals/{approvalId}/result',
      summary: 'Report how an approved action ended',
      params,
      body: ApprovalResult,
      response: Approval,
      errors: wrongState,
    },
    call =>
      changeApproval(call, async transaction => {
        await reportResult(transaction, call.environment.id, call.params.approvalId, call.body)
        return call.params.approvalId
      }),
  ),
]
