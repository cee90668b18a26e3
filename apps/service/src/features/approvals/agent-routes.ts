import { z } from 'zod'
import { agentRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { Approval, ApprovalResult } from './approval.js'
import { changeApproval } from './change-approval.js'
import { claimApproval } from './claim-approval.js'
import { reportResult } from './report-result.js'

const tag = 'Agent'
const params = z.object({ approvalId: PathId })
const wrongState = { wrong_state: 'The approval is not at this step; the message names its state.' }

/** What agents tell of the approved actions they run. */
export const agentApprovalRoutes: readonly Route[] = [
  agentRoute(
    {
      tag,
      method: 'post',
      path: '/agent-api/approvals/{approvalId}/claim',
      summary: 'Take an approved action to run it',
      description:
        'Before it runs, once over all agents. An agent that never tells the result leaves it failed after an hour.',
      params,
      answer: Approval,
      errors: { ...wrongState, approval_used: 'An agent took it already.' },
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
      summary: 'Tell how an approved action ended',
      params,
      body: ApprovalResult,
      answer: Approval,
      errors: wrongState,
    },
    call =>
      changeApproval(call, async transaction => {
        await reportResult(transaction, call.environment.id, call.params.approvalId, call.body)
        return call.params.approvalId
      }),
  ),
]
