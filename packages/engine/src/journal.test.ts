import { describe, expect, it } from 'vitest'
import { createCustomizer } from './customizer.js'
import { captureCallSite, printCallSite } from './journal.js'

describe('the journal', () => {
  it('records calls in order with the line that made each', () => {
    const { journal, customizeCollection } = createCustomizer()
    customizeCollection('orders', orders => orders.disableCount().disableSearch())
    expect(journal.map(entry => entry.operation)).toEqual([
      'customizeCollection',
      'disableCount',
      'disableSearch',
    ])
    for (const { calledFrom } of journal) {
      expect(printCallSite(calledFrom)).toMatch(/journal\.test\.ts:\d+:\d+$/)
    }
  })

  it('lets a wrapper pass on the place it was called from', () => {
    const { journal, removeCollection } = createCustomizer()
    function wrapper() {
      removeCollection(['orders'], captureCallSite(wrapper))
    }
    wrapper()
    expect(journal[0] && printCallSite(journal[0].calledFrom)).toMatch(/journal\.test\.ts:\d+/)
  })

  it('knows no place for a function that is not being called', () => {
    expect(printCallSite(captureCallSite(() => {}))).toBe('')
  })

  it('leaves the stack depth of the process as it was', () => {
    const before = Error.stackTraceLimit
    captureCallSite(createCustomizer)
    expect(Error.stackTraceLimit).toBe(before)
  })
})
