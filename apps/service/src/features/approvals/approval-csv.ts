import { defineCsv } from '../../http/listing/csv.js'
import type { Approval } from './approval.js'

/** Approvals as a CSV file. */
export const approvalCsv = defineCsv<Approval>({
  id: ({ id }) => String(id),
  status: ({ status }) => status,
  collectionName: ({ collectionName }) => collectionName,
  actionName: ({ actionName }) => actionName,
  recordIds: ({ recordIds }) => recordIds.join(','),
  inputs: ({ inputs }) => (inputs.length === 0 ? null : JSON.stringify(inputs)),
  requester: ({ requester }) => requester.email,
  team: ({ team }) => team.name,
  createdAt: ({ createdAt }) => createdAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  decidedBy: ({ decidedBy }) => decidedBy?.email ?? null,
  decidedAt: ({ decidedAt }) => decidedAt,
  claimedAt: ({ claimedAt }) => claimedAt,
  finishedAt: ({ finishedAt }) => finishedAt,
  failure: ({ failure }) => failure,
  comments: ({ comments }) =>
    comments.map(({ user, comment }) => `${user.email}: ${comment}`).join('\n'),
})
