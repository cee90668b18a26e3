import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { idPage } from '../people/id-page.js'
import { PathId } from '../projects/fields.js'
import { Decision, MemberApproval, NewApproval, NewComment } from './approval.js'
import { toViewer } from './approval-rules.js'
import { ApprovalsQuery } from './approvals-query.js'
import { changeMemberApproval } from './change-approval.js'
import { ApprovalCounts, countApprovals } from './count-approvals.js'
import { type ApprovalDecision, commentApproval, decideApproval } from './decide-approval.js'
import { listApprovals } from './list-approvals.js'
import { noSuchApproval } from './lock-approval.js'
import { readMemberApprovals } from './read-approvals.js'
import { requestApproval } from './request-approval.js'
import { SignedApproval, signApproval } from './sign-approval.js'

const approvals = '/api/projects/{projectId}/environments/{environmentId}/approvals'

const common = { tag: 'Approvals', level: 'user' } as const
const params = z.object({ approvalId: PathId })

const wrongState = { wrong_state: 'The approval is in another state; the message names it.' }
const notAllowed = {
  approval_not_allowed: 'Your role, or your relation to the request, does not allow it.',
}

const decisionRoute = (decision: ApprovalDecision, summary: string) =>
  memberRoute(
    {
      ...common,
      method: 'post',
      path: `${approvals}/{approvalId}/${decision}`,
      summary,
      description:
        'Conditions on the content of records are checked by the agent when it ' +
        'runs the action: only the agent sees records.',
      params,
      body: Decision,
      response: MemberApproval,
      errors: { ...wrongState, ...notAllowed },
    },
    call =>
      changeMemberApproval(call, async transaction => {
        const { approvalId } = call.params
        await decideApproval(transaction, call, approvalId, decision, call.body.comment)
        return approvalId
      }),
  )

/** Routes for requests to run an action that another person must approve. */
export const approvalRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      method: 'post',
      path: approvals,
      summary: 'Request an approval',
      description:
        'Needs the right to trigger the action. A request that is not decided within 7 days expires.',
      status: 201,
      body: NewApproval,
      response: MemberApproval,
      errors: { action_not_allowed: 'Your role may not trigger the action.' },
    },
    call =>
      changeMemberApproval(call, transaction => requestApproval(transaction, call, call.body)),
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: approvals,
      summary: 'List approvals, the newest first',
      description:
        'Yours, and those of actions your role may approve. Admins of the project see all.',
      query: ApprovalsQuery,
      response: idPage(MemberApproval),
      csv: true,
    },
    listApprovals,
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: `${approvals}/counts`,
      summary: 'Count the open requests that concern you',
      response: ApprovalCounts,
    },
    call => countApprovals(call.deps.store.db, toViewer(call)),
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: `${approvals}/{approvalId}`,
      summary: 'Read an approval',
      params,
      response: MemberApproval,
    },
    async call => {
      const { approvalId: id } = call.params
      const [approval] = await readMemberApprovals(call.deps.store.db, toViewer(call), { id })
      if (!approval) throw noSuchApproval(id)
      return approval
    },
  ),
  decisionRoute('approve', 'Approve an action'),
  decisionRoute('reject', 'Reject an action'),
  decisionRoute('cancel', 'Cancel a request'),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: `${approvals}/{approvalId}/comments`,
      summary: 'Comment on an approval',
      status: 201,
      params,
      body: NewComment,
      response: MemberApproval,
    },
    call =>
      changeMemberApproval(call, async transaction => {
        const { approvalId } = call.params
        await commentApproval(transaction, call, approvalId, call.body.comment)
        return approvalId
      }),
  ),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: `${approvals}/{approvalId}/execution`,
      summary: 'Get an approved action signed, to run it',
      description:
        'For people who may approve the action now. Send the response to the agent within ten minutes. The action runs once, however often it is signed.',
      params,
      response: SignedApproval,
      errors: {
        ...wrongState,
        ...notAllowed,
        approval_used: 'An agent has already claimed the approved action.',
      },
    },
    call => signApproval(call, call.params.approvalId),
  ),
]
