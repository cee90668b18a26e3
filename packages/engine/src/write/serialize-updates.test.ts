import { createMemoryDataSource } from '@service/datasource-memory'
import type { Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { createCustomizer } from '../customizer.js'
import { list } from '../list.js'
import { compile } from '../model/compile.js'
import type { CollectionCustomizer } from '../operations/collection-customizer.js'
import { call } from '../testing/shop.js'
import { update } from '../update.js'
import type { WriteContext } from './write-handler.js'

/** Reads the document, waits, and returns it with one member changed. */
const merge = (name: string) => async (value: unknown, context: WriteContext) => {
  const [row] = await context.collection.list(context.filter ?? {}, ['doc'])
  await new Promise(resolve => setImmediate(resolve))
  return { doc: { ...(row?.doc as Row), [name]: value } }
}

async function open(customize: (docs: CollectionCustomizer) => unknown = () => {}) {
  const factory = createMemoryDataSource({
    docs: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, doc: 'Json', title: 'String' },
      records: [{ id: 1, doc: {} }],
    },
  })
  const dataSource = await factory(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('docs', docs => {
    for (const name of ['a', 'b', 'c']) {
      docs.addField(name, {
        columnType: 'Number',
        dependencies: ['doc'],
        place: { path: [name], write: merge(name) },
        getValues: records => records.map(() => null),
      })
    }
    customize(docs)
  })
  const model = await compile([{ dataSource }], customizer.journal)
  const collection = model.collection('docs')
  const stored = async () => {
    const query = { collection, filter: {}, sort: [], projection: ['doc', 'title'] }
    return (await list(query, call))[0]
  }
  return { collection, stored }
}

describe('updates of documents that code merges', () => {
  it('do not undo each other', async () => {
    const { collection, stored } = await open()
    await Promise.all([
      update(collection, {}, { a: 1 }, call),
      update(collection, {}, { b: 2 }, call),
      update(collection, {}, { c: 3 }, call),
    ])
    expect((await stored())?.doc).toEqual({ a: 1, b: 2, c: 3 })
  })

  it('go on after one that fails, and leave out those whose caller left', async () => {
    const { collection, stored } = await open()
    const controller = new AbortController()
    const outcomes = Promise.allSettled([
      update(collection, {}, { a: 1, id: 'wrong' }, call),
      update(collection, {}, { b: 2 }, { ...call, signal: controller.signal }),
      update(collection, {}, { c: 3 }, call),
    ])
    controller.abort()
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect((await stored())?.doc).toEqual({ c: 3 })
  })

  it('wait for none of the writes that code makes meanwhile', async () => {
    const { collection, stored } = await open(docs =>
      docs.replaceFieldWriting('title', async (value, context) => {
        await context.collection.update({}, { b: 2 } as never)
        return { title: value } as never
      }),
    )
    expect(await update(collection, {}, { title: 'new', a: 1 }, call)).toBe(1)
    expect(await stored()).toEqual({ doc: { a: 1, b: 2 }, title: 'new' })
  })
})
