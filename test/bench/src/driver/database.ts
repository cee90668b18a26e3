/** The database that the targets of a section read. */
export interface Database {
  /** The process whose CPU is counted; undefined when it runs elsewhere. */
  readonly pid: number | undefined
  /** A target may still work for clients that left: the next one waits until nothing runs. */
  untilIdle(): Promise<void>
  /** Removes what a workload that writes has added, so that every target meets the same data. */
  forgetWrites(): Promise<void>
}
