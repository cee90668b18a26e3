import { z } from 'zod'
import { personRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { type Approval, NewApproval, NewComment } from './approval.js'
import { changeApproval } from './change-approval.js'
import { commentApproval } from './decide-approval.js'
import { findRenderingWork, RENDERING_HEADER } from './find-rendering-work.js'
import { requestApproval } from './request-approval.js'

const common = {
  tag: 'Approvals',
  accessTokens: true,
  status: 201,
  headers: { [RENDERING_HEADER]: 'The rendering the person works in.' },
} as const

const { collectionName, actionName, recordIds, inputs } = NewApproval.shape
const { comment } = NewComment.shape

/** An approval request as a JSON:API document, for clients that act on behalf of a signed-in person. */
const ActionApproval = z
  .object({
    data: z.object({
      id: z.string(),
      type: z.literal('action-approvals'),
      attributes: z.object({
        status: z.string(),
        action_name: z.string(),
        collection_name: z.string(),
        record_ids: z.array(z.string()),
        expires_at: z.string(),
      }),
    }),
  })
  .meta({ id: 'ActionApproval' })

const toDocument = (approval: Approval): z.output<typeof ActionApproval> => ({
  data: {
    id: String(approval.id),
    type: 'action-approvals',
    attributes: {
      status: approval.status,
      action_name: approval.actionName,
      collection_name: approval.collectionName,
      record_ids: approval.recordIds,
      expires_at: approval.expiresAt,
    },
  },
})

/** Routes to request an approval on behalf of a person who signed in through an agent. */
export const actionApprovalsRoutes: readonly Route[] = [
  personRoute(
    {
      ...common,
      method: 'post',
      path: '/agent-api/action-approvals',
      summary: 'Request an approval, as JSON:API',
      body: z.object({
        data: z.object({
          attributes: z.object({
            status: z.null('must be null: the service sets it').optional(),
            action_name: actionName,
            collection_name: collectionName,
            record_ids: recordIds,
            inputs: inputs.default([]),
          }),
        }),
      }),
      response: ActionApproval,
      errors: { action_not_allowed: 'Your role may not trigger the action.' },
    },
    async call => {
      const { teamId, ...work } = await findRenderingWork(call)
      const { action_name, collection_name, record_ids, inputs } = call.body.data.attributes
      const request = {
        actionName: action_name,
        collectionName: collection_name,
        recordIds: record_ids,
        inputs,
        teamId,
      }
      const { deps } = call
      return toDocument(
        await changeApproval({ deps, ...work }, transaction =>
          requestApproval(transaction, work, request),
        ),
      )
    },
  ),
  personRoute(
    {
      ...common,
      method: 'post',
      path: '/agent-api/action-approvals/{approvalId}/comments',
      summary: 'Comment on an approval, as JSON:API',
      params: z.object({ approvalId: PathId }),
      body: z.object({ data: z.object({ attributes: z.object({ comment }) }) }),
      response: ActionApproval,
    },
    async call => {
      const work = await findRenderingWork(call)
      const { approvalId } = call.params
      const { deps } = call
      return toDocument(
        await changeApproval({ deps, ...work }, async transaction => {
          await commentApproval(transaction, work, approvalId, call.body.data.attributes.comment)
          return approvalId
        }),
      )
    },
  ),
]
