import { isServiceError } from '@service/base'

interface Call<Item, Result> {
  readonly items: readonly Item[]
  readonly resolve: (results: readonly Result[]) => void
  readonly reject: (error: unknown) => void
}

interface Grouping<Item, Result> {
  /** Returns a result for each item. When it rejects, it has changed nothing, or the database is away. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** The size of an item in characters. */
  readonly measure: (item: Item) => number
}

/** Others should not wait for a call with more items. */
const MOST_ITEMS = 100
const LARGEST_GROUP = 2 ** 20

/**
 * Runs all calls together that arrive at once, or while others run: a statement for many rows costs a
 * fraction of one statement for each. When the database rejects a group, its calls run one by one, so
 * that each gets its own error.
 */
export function groupCalls<Item, Result>({ run, measure }: Grouping<Item, Result>) {
  const waiting: Call<Item, Result>[] = []
  let isRunning = false

  const runGroup = async (group: readonly Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(group.flatMap(({ items }) => items))
      let start = 0
      for (const { items, resolve } of group) {
        resolve(results.slice(start, start + items.length))
        start += items.length
      }
    } catch (error) {
      if (group.length > 1 && isRejected(error)) for (const call of group) await runGroup([call])
      else for (const { reject } of group) reject(error)
    }
  }

  const takeGroup = (): readonly Call<Item, Result>[] => {
    let count = 0
    let items = 0
    let size = 0
    for (const call of waiting) {
      items += call.items.length
      size += call.items.reduce((sum, item) => sum + measure(item), 0)
      if (count > 0 && (items > MOST_ITEMS || size > LARGEST_GROUP)) break
      count += 1
    }
    return waiting.splice(0, count)
  }

  const runWaiting = async (): Promise<void> => {
    while (waiting.length > 0) await runGroup(takeGroup())
    isRunning = false
  }

  return (items: readonly Item[]): Promise<readonly Result[]> => {
    if (items.length === 0) return Promise.resolve([])
    if (items.length > MOST_ITEMS) return run(items)
    return new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject })
      if (isRunning) return
      isRunning = true
      // What the database has just answered to other requests brings more calls.
      setImmediate(runWaiting)
    })
  }
}

/** Whether the database has read the statement and changed nothing. */
const isRejected = (error: unknown): boolean => isServiceError(error) && error.status < 500
