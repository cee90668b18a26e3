/** Where customer code made a call; its text is created only when an error needs it. */
export interface CallSite {
  readonly stack?: string
}

/** One recorded call of customization code. */
export interface JournalEntry {
  readonly operation: string
  /** Absent for calls on the agent itself. */
  readonly collection?: string
  readonly args: readonly unknown[]
  readonly calledFrom: CallSite
}
