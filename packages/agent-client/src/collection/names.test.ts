import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenNames, openNames } from '../testing/names.js'

const names = [
  'orders',
  'stats',
  'authentication',
  '_actions',
  'a.csv',
  '..',
  'a/b?c#d%',
  '__proto__',
]

describe('collections, columns and keys of any name', () => {
  let open: OpenNames
  beforeAll(async () => {
    open = await openNames(names)
  })
  afterAll(() => open?.close())

  it.each(names)('%j can be used', async name => {
    const records = open.client.collection(name)
    const sort = { field: 'key', ascending: true } as const
    const fields = ['key', 'a,b', ' c', '-d']
    const all = [
      { key: '', 'a,b': 'x', ' c': 'y', '-d': 'z' },
      { key: 'a|b\\', 'a,b': 'x', ' c': 'y', '-d': 'z' },
      { key: 'count', 'a,b': 'x', ' c': 'y', '-d': 'z' },
    ]
    expect(await records.list({ sort, fields })).toEqual(all)
    expect(await records.list({ sort: { field: '-d', ascending: false }, fields })).toHaveLength(3)
    expect(await records.count()).toBe(3)
    for (const record of all) expect(await records.getOne([record.key], { fields })).toEqual(record)
    expect(await records.getOne('count', { fields })).toEqual(all[2])
    expect(await records.relation('inner', ['count']).list()).toHaveLength(2)
    expect(await records.relation('inner', ['']).count()).toBe(0)
    expect(await records.update([''], { 'a,b': 'new' })).toMatchObject({ key: '', 'a,b': 'new' })
    await records.update([''], { 'a,b': 'x' })
    await records.create({ key: '.' })
    await records.delete([['.']])
    expect(await records.count()).toBe(3)
    expect(await collectText(target => records.exportCsv(target, { fields: ['a,b'] }))).toBe(
      '"a,b"\nx\nx\nx\n',
    )
    expect(
      await collectText(target => records.relation('inner', ['count']).exportCsv(target)),
    ).toContain('x,y,z')
    const action = await records.action('Note', { recordId: [''] })
    expect(await action.execute()).toMatchObject({ success: name })
  })
})

async function collectText(write: (target: Writable) => Promise<void>): Promise<string> {
  const chunks: Buffer[] = []
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await write(target)
  return Buffer.concat(chunks).toString()
}
