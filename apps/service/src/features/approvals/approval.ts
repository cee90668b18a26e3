import { z } from 'zod'
import { text } from '../notes/text.js'
import { CollectionName, Moment } from '../projects/fields.js'
import { isSmallJson } from './small-json.js'

/**
 * The life cycle: pending → approved, rejected, cancelled or expired; approved → claimed → executed or
 * failed.
 */
export const approvalStatuses = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'expired',
  'claimed',
  'executed',
  'failed',
] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

const User = z.object({ id: z.number(), username: z.string(), email: z.string() })

const INPUTS_LIMIT = 100_000

/** The values entered in the form of the action. */
const Inputs = z
  .array(
    z.strictObject({
      name: text(1, 255),
      type: text(1, 100),
      value: z.unknown().meta({ description: 'Any JSON; absent when the field was left empty.' }),
    }),
  )
  .max(200, 'must have at most 200 entries')
  .refine(
    inputs => isSmallJson(inputs, INPUTS_LIMIT),
    `must have at most ${INPUTS_LIMIT} characters as JSON, 20 levels, no NUL characters and no unpaired surrogates`,
  )

/** A request to run an action that needs approval, in any state. */
export const Approval = z
  .object({
    id: z.number(),
    status: z.enum(approvalStatuses),
    collectionName: z.string(),
    actionName: z.string(),
    recordIds: z.array(z.string()),
    inputs: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
    requester: User,
    team: z.object({ id: z.number(), name: z.string() }),
    createdAt: Moment,
    expiresAt: Moment,
    decidedBy: User.nullable(),
    decidedAt: Moment.nullable(),
    claimedAt: Moment.nullable().meta({ description: 'When an agent claimed it.' }),
    finishedAt: Moment.nullable(),
    failure: z.string().nullable(),
    comments: z.array(
      z.object({ id: z.number(), user: User, comment: z.string(), createdAt: Moment }),
    ),
  })
  .meta({ id: 'Approval' })
export type Approval = z.output<typeof Approval>

/** An approval as a member of the project reads it. */
export const MemberApproval = Approval.extend({
  mayDecide: z.boolean().meta({ description: 'Whether you may approve or reject it now.' }),
  mayRun: z.boolean().meta({ description: 'Whether it is approved and you may run it now.' }),
}).meta({ id: 'MemberApproval' })
export type MemberApproval = z.output<typeof MemberApproval>

const Comment = text(1, 5_000)

/** The body of a request for approval. */
export const NewApproval = z.strictObject({
  collectionName: CollectionName,
  actionName: text(1, 255),
  recordIds: z
    .array(text(1, 255))
    .max(1_000, 'must have at most 1000 ids')
    .meta({ description: 'Empty for a global action.' }),
  inputs: Inputs,
  teamId: z
    .int('must be a positive integer')
    .positive('must be a positive integer')
    .optional()
    .meta({ description: 'One of your teams; default your first.' }),
  comment: Comment.optional(),
})
export type NewApproval = z.output<typeof NewApproval>

/** The optional comment on a decision. */
export const Decision = z.strictObject({ comment: Comment.optional() })
/** A comment without a decision. */
export const NewComment = z.strictObject({ comment: Comment })

/** The result of an approved action. */
export const ApprovalResult = z
  .strictObject({ status: z.enum(['executed', 'failed']), failure: text(1, 5_000).optional() })
  .refine(result => result.status === 'failed' || result.failure === undefined, {
    path: ['failure'],
    error: 'may be given only with the status failed',
  })
export type ApprovalResult = z.output<typeof ApprovalResult>
