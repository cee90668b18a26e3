import type { Stage } from './stages.js'

/** Where the time of one kind of request goes, in microseconds of the processor per request. */
export interface WorkloadProfile {
  readonly workload: string
  readonly byStage: Readonly<Partial<Record<Stage, number>>>
  readonly total: number
  /** What the hand-written handler takes in all. */
  readonly limit?: number
}

export interface ProfileFigures {
  readonly workloads: readonly WorkloadProfile[]
}
