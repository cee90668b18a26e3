/** Where the customer made a call; its text is made only when an error needs it. */
export interface CallSite {
  readonly stack?: string
}

/** One recorded call of the chain. */
export interface JournalEntry {
  readonly operation: string
  /** Absent when the agent itself was called. */
  readonly collection?: string
  readonly args: readonly unknown[]
  readonly calledFrom: CallSite
}
