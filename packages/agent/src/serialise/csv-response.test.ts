import { createMemoryDataSource } from '@service/datasource-memory'
import { compile } from '@service/engine'
import { expect, it } from 'vitest'
import type { ParsedList } from '../query/parsed-list.js'
import { csvResponse } from './csv-response.js'

it('a chunk without rows is not the end of the file', async () => {
  const open = createMemoryDataSource({
    orders: { columns: { id: { type: 'Number', isPrimaryKey: true } } },
  })
  const dataSource = await open(
    () => {},
    async () => {},
  )
  const { collections } = await compile([{ dataSource }], [])
  const collection = collections.get('orders')!
  const columns = [{ text: 'id', relations: [], column: collection.fields.get('id') }]
  async function* chunks() {
    yield* [[[1]], [], [], [[2]], []]
  }
  const { body } = await csvResponse(
    { collection, columns } as unknown as ParsedList,
    chunks(),
    () => undefined,
    false,
  )
  let text = ''
  for await (const part of body as AsyncIterable<string>) text += part
  expect(text).toBe('id\n1\n2\n')
})
