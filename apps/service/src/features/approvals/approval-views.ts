import { type RawBuilder, sql } from 'kysely'
import { isOpen, isRequester, mayDecide, mayRun, type Viewer } from './approval-rules.js'

/** The parts of the list of approvals that a person can choose. */
export const approvalViews = {
  /** What the person may decide on. */
  'to-review': mayDecide,
  /** What was approved and has not run, and the person may run. */
  'to-run': mayRun,
  /** What the person requested, in any state. */
  mine: isRequester,
  /** What no longer waits for a decision. */
  history: () => sql<boolean>`(not ${isOpen})`,
} as const satisfies Readonly<Record<string, (viewer: Viewer) => RawBuilder<boolean>>>

export type ApprovalView = keyof typeof approvalViews
