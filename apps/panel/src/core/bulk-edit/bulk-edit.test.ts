import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectionModel } from '../schema/collection-model.js'
import { buildExpectedFilter, groupRestores } from './bulk-update.js'
import { type BulkProgress, splitIntoChunks, writeInChunks } from './write-in-chunks.js'

describe('writeInChunks', () => {
  it('changes every record that is not refused, and names each that is', async () => {
    const ids = fc.uniqueArray(fc.nat(500).map(String), { maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(ids, fc.array(fc.nat(500).map(String)), async (all, refused) => {
        const changed: string[] = []
        const seen: BulkProgress[] = []
        const done = await writeInChunks(splitIntoChunks(all, 20), {
          async write(chunk) {
            if (chunk.some(id => refused.includes(id))) throw new Error('refused')
            changed.push(...chunk)
            return { count: chunk.length, previous: chunk.map(id => ({ id, values: {} })) }
          },
          explainRefusal: error => (error as Error).message,
          onProgress: progress => seen.push(progress),
          isStopped: () => false,
        })
        expect(changed).toEqual(all.filter(id => !refused.includes(id)))
        expect(done.changed).toBe(changed.length)
        expect(done.previous.map(({ id }) => id)).toEqual(changed)
        expect(done.failures.map(({ id }) => id)).toEqual(all.filter(id => refused.includes(id)))
        if (all.length > 0) expect(seen.at(-1)).toEqual(done)
      }),
    )
  })

  it('ends at an error that is no refusal, and when it is stopped', async () => {
    const written: string[] = []
    const writer = {
      async write(ids: readonly string[]) {
        if (ids.includes('3')) throw new TypeError('away')
        written.push(...ids)
        return { count: ids.length }
      },
      explainRefusal: () => undefined,
      onProgress: () => {},
      isStopped: () => written.length >= 2,
    }
    await expect(writeInChunks([['3']], writer)).rejects.toThrow('away')
    await writeInChunks([['1'], ['2'], ['4']], writer)
    expect(written).toEqual(['1', '2'])
  })
})

describe('groupRestores', () => {
  it('gives each record its values back, in groups of the same values', () => {
    const record = fc.record({
      id: fc.nat(300).map(String),
      values: fc.record({ status: fc.constantFrom('a', 'b', null), total: fc.nat(2) }),
    })
    const records = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 100 })
    fc.assert(
      fc.property(records, previous => {
        const groups = groupRestores(previous, 10)
        const restored = groups.flatMap(({ ids, values }) => ids.map(id => [id, values] as const))
        expect(restored).toHaveLength(previous.length)
        expect(new Map(restored)).toEqual(new Map(previous.map(({ id, values }) => [id, values])))
        expect(Math.max(0, ...groups.map(({ ids }) => ids.length))).toBeLessThanOrEqual(10)
      }),
    )
  })
})

describe('buildExpectedFilter', () => {
  const field = (name: string, columnType: string, operators: readonly string[]) => [
    name,
    { name, kind: 'column', columnType, operators },
  ]
  const orders = {
    name: 'orders',
    primaryKey: ['id'],
    fields: new Map([
      field('id', 'Number', ['Equal', 'In']),
      field('status', 'String', ['Equal', 'Missing', 'Blank']),
      field('note', 'String', ['Equal', 'Blank']),
      field('total', 'Number', ['Equal', 'Blank']),
      field('details', 'Json', []),
    ] as never),
  } as unknown as CollectionModel

  it('matches records while they have what was written', () => {
    expect(buildExpectedFilter(orders, ['1', '2'], { status: null, total: null })).toEqual({
      aggregator: 'and',
      conditions: [
        { field: 'id', operator: 'in', value: [1, 2] },
        { field: 'status', operator: 'missing', value: null },
        { field: 'total', operator: 'blank', value: null },
      ],
    })
  })

  it('is not made of what cannot be compared', () => {
    expect(buildExpectedFilter(orders, ['1'], { details: { a: 1 } })).toBeUndefined()
    expect(buildExpectedFilter(orders, ['1'], { note: null })).toBeUndefined()
  })
})
