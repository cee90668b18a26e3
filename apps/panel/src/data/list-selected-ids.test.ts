import { describe, expect, it } from 'vitest'
import { applyLayout } from '../core/schema/apply-layout.js'
import { shop } from '../core/testing/build-schema.js'
import { listSelectedIds, TooManyRecordsError } from './list-selected-ids.js'

const orders = applyLayout(shop, null).get('orders')!
const { signal } = new AbortController()

/** An agent with this many orders, which returns them page by page. */
function startAgent(count: number) {
  const paths: string[] = []
  return {
    paths,
    async read<T>({
      path,
      query = {},
    }: {
      path: string
      query?: Readonly<Record<string, string>>
    }) {
      paths.push(path)
      const size = Number(query['page[size]'])
      const start = (Number(query['page[number]']) - 1) * size
      const length = Math.max(0, Math.min(size, count - start))
      const data = Array.from({ length }, (_, index) => ({
        type: 'orders',
        id: String(start + index + 1),
      }))
      return { data } as T
    },
  }
}

const all = (except: readonly string[] = []) => ({
  selection: {
    ids: [],
    all_records: true,
    all_records_ids_excluded: except,
    all_records_subset_query: {},
  } as const,
})

describe('listSelectedIds', () => {
  it('reads all that match, without those that were left out', async () => {
    const ids = await listSelectedIds(startAgent(1_001), orders, all(['7']), signal)
    expect(ids).toHaveLength(1_000)
    expect(ids).not.toContain('7')
  })

  it.each([1_001, 1_200, 5_000])('refuses %i records before the service does', async count => {
    const listed = listSelectedIds(startAgent(count), orders, all(), signal)
    await expect(listed).rejects.toThrow(TooManyRecordsError)
  })

  it('refuses too many ids, and asks nobody about those that are few', async () => {
    const agent = startAgent(0)
    const choose = (count: number) => ({
      selection: { ids: Array.from({ length: count }, String), all_records: false } as const,
    })
    await expect(listSelectedIds(agent, orders, choose(1_001), signal)).rejects.toThrow()
    expect(await listSelectedIds(agent, orders, choose(3), signal)).toHaveLength(3)
    expect(agent.paths).toEqual([])
  })

  it('reads those of a related list through its parent', async () => {
    const agent = startAgent(1)
    const parent = { collection: 'customers', id: '2', relation: 'orders' }
    await listSelectedIds(agent, orders, { ...all(), parent }, signal)
    expect(agent.paths).toEqual(['/customers/2/relationships/orders'])
  })
})
