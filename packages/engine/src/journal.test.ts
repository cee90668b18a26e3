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

  it('refuses a callback that is async, and is not troubled by how that one ends', async () => {
    const { customizeCollection } = createCustomizer()
    const customize = () =>
      customizeCollection('orders', async orders => {
        await Promise.reject(new Error('later'))
        orders.disableCount()
      })
    expect(customize).toThrow(
      /^customizeCollection on 'orders': its callback is async, and calls after its first 'await' would be lost\./,
    )
    expect(customize).toThrow(/journal\.test\.ts:\d+:\d+$/)
    await new Promise(resolve => setImmediate(resolve))
  })

  it('refuses a datasource or options of it that are none, with the line', () => {
    const { addDataSource } = createCustomizer()
    const factory = async () => ({}) as never
    const add = (options: unknown) => () => addDataSource(factory, options as never)
    expect(() => addDataSource(factory() as never)).toThrow('addDataSource: a datasource is what')
    expect(add({ includ: ['orders'] })).toThrow(
      /^addDataSource: Unknown option 'includ'\. The options are: include, exclude, rename\. Did you mean 'include'\?\n {4}at .*journal\.test\.ts/,
    )
    expect(add({ exclude: 'orders' })).toThrow('Option \'exclude\' is "orders". It must be a list')
    expect(add({ rename: 'orders' })).toThrow('Option \'rename\' is "orders".')
    expect(add(null)).toThrow('the options are an object, not null.')
  })

  it('leaves the stack depth of the process as it was', () => {
    const before = Error.stackTraceLimit
    captureCallSite(createCustomizer)
    expect(Error.stackTraceLimit).toBe(before)
  })
})
