import type { Statement } from '../database.js'

/** Decides, from measured durations, whether a repeated query uses its dedicated plan. */
export interface DedicatedPlanPolicy {
  /** The statement of the dedicated plan; created at its first use. */
  own?: Pick<Statement, 'text' | 'values' | 'name'>
  isDedicatedUsed: boolean
  /** Consecutive runs of the shared statement that were fast. */
  fastAnswers: number
  /** How many fast runs are required before the dedicated plan is used. */
  needed: number
  /** The slowest of the fast runs. */
  slowestMs: number
}

const FIRST_NEEDED = 20
/** For a query that takes longer, planning time does not matter. */
const FAST_MS = 100
/** A run this fast never counts as slow. */
const NO_MATTER_MS = 20
const TIMES_SLOWER = 10
const TIMES_MORE_NEEDED = 50

export const createDedicatedPlanPolicy = (): DedicatedPlanPolicy => ({
  isDedicatedUsed: false,
  fastAnswers: 0,
  needed: FIRST_NEEDED,
  slowestMs: 0,
})

/**
 * Records how long a run took. A plan made once can be wrong for other data: one run that is much
 * slower than those before disables the dedicated plan for a long time.
 */
export function recordDuration(policy: DedicatedPlanPolicy, tookMs: number): void {
  if (policy.isDedicatedUsed) {
    if (tookMs <= Math.max(NO_MATTER_MS, policy.slowestMs * TIMES_SLOWER)) return
    refuseDedicatedPlan(policy)
  } else if (tookMs > FAST_MS) {
    startAgain(policy)
  } else {
    policy.fastAnswers++
    policy.slowestMs = Math.max(policy.slowestMs, tookMs)
    policy.isDedicatedUsed = policy.fastAnswers === policy.needed
  }
}

/** Stops the use of the dedicated plan for a long time. */
export function refuseDedicatedPlan(policy: DedicatedPlanPolicy): void {
  policy.needed *= TIMES_MORE_NEEDED
  startAgain(policy)
}

function startAgain(policy: DedicatedPlanPolicy): void {
  policy.isDedicatedUsed = false
  policy.fastAnswers = 0
  policy.slowestMs = 0
}
