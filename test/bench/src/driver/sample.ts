/** What one round of one workload on one target gave. */
export interface Sample {
  readonly workload: string
  readonly connections: number
  readonly target: string
  readonly round: number
  readonly figures: Figures
}

export interface Figures {
  /** Answers per second; of a load. */
  readonly perSecond?: number
  readonly p50Ms?: number
  readonly p99Ms?: number
  /** Wall time of one answer; of a shot. */
  readonly ms?: number
  readonly firstByteMs?: number
  readonly bytes?: number
  /** Answers other than 2xx, and broken connections. */
  readonly failures?: number
  /** CPU per answer. */
  readonly serverCpuMs?: number
  readonly databaseCpuMs?: number
  readonly otherCores?: number
  /** Resident memory after a load, before a shot. */
  readonly memoryMb?: number
  readonly peakMemoryMb?: number
}

export type FigureName = keyof Figures
