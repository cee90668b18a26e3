/** What is measured of the service besides its loads. */
export interface ServiceFigures {
  readonly firstPageMs: number
  /** Time of page 10,000 over that of page 1, by the cursor of the page before. */
  readonly byCursor: number
  /** The same by `createdAt.lt`. */
  readonly byCreatedAt: number
  /** Resident memory at the end of a load over that at its beginning; absent where /proc is not. */
  readonly memoryGrowth?: number
  /** What 1,000 agents on the event stream add to the resident memory, in MB; absent where /proc is not. */
  readonly streamsMb?: number
  /** The longest time until all of them heard of a change of a right. */
  readonly newsSeconds: number
  /** Entries of the activity log that agents get written, in batches of a thousand. */
  readonly entriesPerSecond: number
}
