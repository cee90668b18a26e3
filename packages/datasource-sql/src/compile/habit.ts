import type { Statement } from '../database.js'

/** How a query has done that was asked in the same way each time. */
export interface Habit {
  /** Its statement of its own, once it has earned one. */
  own?: Pick<Statement, 'text' | 'values' | 'name'>
  isOwnUsed: boolean
  /** Answers in a row that were fast. */
  fastAnswers: number
  /** As many of them earn it the use of its own statement. */
  needed: number
  /** Of those. */
  slowestMs: number
}

const FIRST_NEEDED = 20
/** A query whose answers take longer does not wait for a planner. */
const FAST_MS = 100
/** What is never too slow, whatever was seen before. */
const NO_MATTER_MS = 20
const TIMES_SLOWER = 10
const TIMES_MORE_NEEDED = 50

export const newHabit = (): Habit => ({
  isOwnUsed: false,
  fastAnswers: 0,
  needed: FIRST_NEEDED,
  slowestMs: 0,
})

/**
 * Tells how long an answer took. A plan that was made once may be wrong for the values at hand:
 * one answer that is much slower than those before takes the own statement away for long.
 */
export function keepTime(habit: Habit, tookMs: number): void {
  if (habit.isOwnUsed) {
    if (tookMs <= Math.max(NO_MATTER_MS, habit.slowestMs * TIMES_SLOWER)) return
    habit.needed *= TIMES_MORE_NEEDED
    startAgain(habit)
  } else if (tookMs > FAST_MS) {
    startAgain(habit)
  } else {
    habit.fastAnswers++
    habit.slowestMs = Math.max(habit.slowestMs, tookMs)
    habit.isOwnUsed = habit.fastAnswers === habit.needed
  }
}

function startAgain(habit: Habit): void {
  habit.isOwnUsed = false
  habit.fastAnswers = 0
  habit.slowestMs = 0
}
