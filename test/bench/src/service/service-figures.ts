/** What is measured of the service besides its loads. */
export interface ServiceFigures extends ComparedFigures {
  readonly firstPageMs: number
  /** Time of page 10,000 over that of page 1, by the cursor of the page before. */
  readonly byCursor: number
  /** The same by `createdAt.lt`. */
  readonly byCreatedAt: number
  /** Resident memory at the end of a load over that at its beginning; absent where /proc is not. */
  readonly memoryGrowth?: number
}

/** What is measured of the service and of a hand-written server. */
export interface ComparedFigures extends ComparableFigures {
  readonly limit: ComparableFigures
  /** Speed of the ingest over the limit's. */
  readonly entriesOfLimit: number
  /** Time until all agents heard of a change over the limit's. */
  readonly newsOfLimit: number
  /** Memory of the event streams over the limit's; absent where /proc is not. */
  readonly streamsOfLimit?: number
}

export interface ComparableFigures extends EventFigures, IngestFigures {}

export interface EventFigures {
  /** What 1,000 agents on the event stream add to the resident memory, in MB; absent where /proc is not. */
  readonly streamsMb?: number
  /** The longest time until all of them heard of a change of a right. */
  readonly newsSeconds: number
}

export interface IngestFigures {
  /** Entries of the activity log that agents get written, in batches of a thousand. */
  readonly entriesPerSecond: number
  /** Processor time per entry, of the server and of the database; absent where /proc is not. */
  readonly entryCpuUs?: number
  readonly entryDatabaseUs?: number
}
