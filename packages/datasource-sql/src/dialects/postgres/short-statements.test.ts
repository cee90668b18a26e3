import { describe, expect, it } from 'vitest'
import { createShortStatements } from './short-statements.js'

describe('short statements', () => {
  it('are those that were fast once, not those nobody has measured', () => {
    const short = createShortStatements()
    expect(short.has(undefined)).toBe(false)
    expect(short.has('find')).toBe(false)
    short.record('find', 20, 1)
    expect(short.has('find')).toBe(false)
    short.record('find', 0.4, 1)
    short.record('find', 20, 1)
    expect(short.has('find')).toBe(true)
  })

  it('are so no longer when they have not been fast for long', () => {
    const short = createShortStatements()
    short.record('find', 0.4, 1)
    expect(short.has('find')).toBe(true)
    for (let run = 0; run < 100; run++) short.record('find', 30, 1)
    expect(short.has('find')).toBe(false)
  })

  it('run by themselves for a while after others waited for them', () => {
    let now = 0
    const short = createShortStatements(() => now)
    short.record('find', 0.4, 1)
    short.recordDelay('find')
    expect(short.has('find')).toBe(false)
    now = 9_999
    expect(short.has('find')).toBe(false)
    now = 10_000
    expect(short.has('find')).toBe(true)
  })

  it('return few rows, or have done so for a while', () => {
    const short = createShortStatements()
    short.record('find', 0.4, 100)
    expect(short.has('find')).toBe(false)
    short.record('find', 0.4, 15)
    expect(short.has('find')).toBe(false)
    for (let run = 0; run < 10; run++) short.record('find', 0.4, 15)
    expect(short.has('find')).toBe(true)
    short.record('find', 0.4, 51)
    expect(short.has('find')).toBe(false)
  })
})
