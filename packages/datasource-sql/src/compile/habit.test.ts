import { describe, expect, it } from 'vitest'
import { type Habit, keepTime, newHabit } from './habit.js'

function answer(habit: Habit, times: number, tookMs: number): void {
  for (let i = 0; i < times; i++) keepTime(habit, tookMs)
}

describe('a habit', () => {
  it('uses a dedicated plan after twenty fast runs in a row', () => {
    const habit = newHabit()
    answer(habit, 19, 2)
    expect(habit.isOwnUsed).toBe(false)
    answer(habit, 1, 2)
    expect(habit.isOwnUsed).toBe(true)
  })

  it('does not use one while runs are slow, because planning time then does not matter', () => {
    const habit = newHabit()
    for (let i = 0; i < 100; i++) {
      answer(habit, 19, 2)
      answer(habit, 1, 101)
    }
    expect(habit.isOwnUsed).toBe(false)
  })

  it('keeps it when runs are a little slower', () => {
    const habit = newHabit()
    answer(habit, 20, 1)
    answer(habit, 1000, 20)
    expect(habit.isOwnUsed).toBe(true)
  })

  it('loses it with one answer that is much slower than all before', () => {
    const habit = newHabit()
    answer(habit, 19, 1)
    answer(habit, 1, 5)
    answer(habit, 1, 50)
    expect(habit.isOwnUsed).toBe(true)
    answer(habit, 1, 51)
    expect(habit.isOwnUsed).toBe(false)
  })

  it('has to show more and more to get it back', () => {
    const habit = newHabit()
    for (const needed of [20, 1000, 50_000]) {
      answer(habit, needed - 1, 1)
      expect(habit.isOwnUsed).toBe(false)
      answer(habit, 1, 1)
      expect(habit.isOwnUsed).toBe(true)
      answer(habit, 1, 10_000)
      expect(habit.isOwnUsed).toBe(false)
    }
  })
})
