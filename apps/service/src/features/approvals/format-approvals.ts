import { escapeFormula } from '@service/base'
import type { Approval } from './approval.js'

/** The columns of the CSV file, in order. Texts come from people, so each is escaped. */
const columns: Readonly<Record<string, (approval: Approval) => string | null>> = {
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
}

const formatLine = (texts: readonly (string | null)[]) =>
  `${texts.map(text => escapeFormula(text ?? '')).join(',')}\n`

/** The first line of the file: the names of the columns. */
export const HEADER_LINE = formatLine(Object.keys(columns))

/** Formats approvals as lines of CSV. */
export function formatApprovals(approvals: readonly Approval[]): string {
  const readers = Object.values(columns)
  return approvals.map(approval => formatLine(readers.map(read => read(approval)))).join('')
}
