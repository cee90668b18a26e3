import { z } from 'zod'
import { instantFilters, positiveInteger, text } from '../../http/listing/list-query.js'
import { IdPageQuery } from '../people/id-page.js'
import { approvalStatuses } from './approval.js'
import { type ApprovalView, approvalViews } from './approval-views.js'

const views = Object.keys(approvalViews) as [ApprovalView, ...ApprovalView[]]

/** The filters of the list of approvals. */
export const ApprovalsQuery = z.object({
  ...IdPageQuery.shape,
  limit: IdPageQuery.shape.limit.removeDefault().optional().meta({
    description: 'Default 100. With CSV: the maximum number of rows; default all.',
  }),
  view: z.enum(views).optional().meta({
    description:
      'to-review: what you may decide on. to-run: what is approved and you may run. mine: what you requested. history: what no longer waits for a decision.',
  }),
  status: z.enum(approvalStatuses).optional(),
  actionName: text.optional(),
  collectionName: text.optional(),
  requesterId: positiveInteger().optional().meta({ description: 'The id of the person who asked' }),
  ...instantFilters('createdAt'),
})
export type ApprovalsQuery = z.output<typeof ApprovalsQuery>
