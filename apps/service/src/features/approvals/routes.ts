import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { PathId } from '../projects/fields.js'
import { Approval, approvalStatuses, Decision, NewApproval, NewComment } from './approval.js'
import { changeApproval } from './change-approval.js'
import { type ApprovalDecision, commentApproval, decideApproval } from './decide-approval.js'
import { noSuchApproval } from './lock-approval.js'
import { readApprovals } from './read-approvals.js'
import { requestApproval } from './request-approval.js'
import { SignedApproval, signApproval } from './sign-approval.js'

const approvals = '/api/projects/{projectId}/environments/{environmentId}/approvals'

const common = { tag: 'Approvals', level: 'user' } as const
const params = z.object({ approvalId: PathId })

const wrongState = { wrong_state: 'The approval is in another state; the message names it.' }
const notAllowed = {
  approval_not_allowed: 'Your role, or your relation to the request, does not allow it.',
}

type AnyMemberCall = MemberCall<unknown, unknown, unknown>

const toViewer = ({ person, member }: AnyMemberCall) => ({
  userId: person.id,
  roleId: member.roleId,
  isAdmin: member.level === 'admin',
})

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
      response: Approval,
      errors: { ...wrongState, ...notAllowed },
    },
    call =>
      changeApproval(call, async transaction => {
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
      response: Approval,
      errors: { action_not_allowed: 'Your role may not trigger the action.' },
    },
    call => changeApproval(call, transaction => requestApproval(transaction, call, call.body)),
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: approvals,
      summary: 'List approvals, the newest first',
      description:
        'Yours, and those of actions your role may approve. Admins of the project see all.',
      query: IdPageQuery.extend({ status: z.enum(approvalStatuses).optional() }),
      response: idPage(Approval),
    },
    async call => {
      const { deps, environment, query } = call
      return readIdPage(query, ({ afterId, limit }) =>
        readApprovals(deps.store.db, {
          environmentId: environment.id,
          viewer: toViewer(call),
          status: query.status,
          beforeId: afterId === 0 ? undefined : afterId,
          limit,
        }),
      )
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: `${approvals}/{approvalId}`,
      summary: 'Read an approval',
      params,
      response: Approval,
    },
    async call => {
      const { approvalId: id } = call.params
      const search = { environmentId: call.environment.id, viewer: toViewer(call), id }
      const [approval] = await readApprovals(call.deps.store.db, search)
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
      response: Approval,
    },
    call =>
      changeApproval(call, async transaction => {
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
