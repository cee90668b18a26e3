import { UnavailableError, UnprocessableError } from '@service/base'
import { describe, expect, it } from 'vitest'
import { groupCalls } from './group-calls.js'

/** Runs of a fake database, which end when they are told to. */
function createDatabase(
  refuses: (items: readonly number[]) => Error | undefined = () => undefined,
) {
  const runs: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const run = async (items: readonly number[]) => {
    runs.push(items)
    await new Promise<void>(resolve => ends.push(resolve))
    const error = refuses(items)
    if (error) throw error
    return items.map(item => `row ${item}`)
  }
  const endAll = async () => {
    await new Promise(setImmediate)
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await new Promise(setImmediate)
    }
  }
  return { runs, run, endAll }
}

describe('grouped calls', () => {
  it('run together when they arrive at once, or while others run', async () => {
    const { runs, run, endAll } = createDatabase()
    const call = groupCalls({ run, measure: () => 1 })
    const calls = [call([1]), call([2])]
    await new Promise(setImmediate)
    expect(runs).toEqual([[1, 2]])
    calls.push(call([3, 4]), call([5]))
    await endAll()
    expect(runs).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
    expect(await Promise.all(calls)).toEqual([['row 1'], ['row 2'], ['row 3', 'row 4'], ['row 5']])
    const last = call([6])
    await endAll()
    expect(await last).toEqual(['row 6'])
  })

  it('run one by one when the database rejects them together, so that one error concerns one call', async () => {
    const wrong = new UnprocessableError('3 is wrong')
    const { runs, run, endAll } = createDatabase(items => (items.includes(3) ? wrong : undefined))
    const call = groupCalls({ run, measure: () => 1 })
    const calls = Promise.allSettled([1, 2, 3, 4].map(item => call([item])))
    await endAll()
    expect(runs).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
    expect(await calls).toEqual([
      { status: 'fulfilled', value: ['row 1'] },
      { status: 'fulfilled', value: ['row 2'] },
      { status: 'rejected', reason: wrong },
      { status: 'fulfilled', value: ['row 4'] },
    ])
  })

  it('are not repeated when the connection is lost, since rows may have been written', async () => {
    const { runs, run, endAll } = createDatabase(() => new UnavailableError('gone'))
    const call = groupCalls({ run, measure: () => 1 })
    const calls = Promise.allSettled([1, 2, 3].map(item => call([item])))
    await endAll()
    expect(runs).toEqual([[1, 2, 3]])
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('are split by number and size, and large calls wait for nobody', async () => {
    const { runs, run, endAll } = createDatabase()
    const call = groupCalls({ run, measure: item => (item > 1000 ? 2 ** 19 : 1) })
    const many = (count: number) => Array.from({ length: count }, () => 1)
    const sizes = [60, 60, 101]
    const calls = sizes.map(size => call(many(size)))
    calls.push(call([1001]), call([1002]), call([1003]))
    await endAll()
    await Promise.all(calls)
    expect(runs.map(items => items.length)).toEqual([101, 60, 61, 2])
  })
})
