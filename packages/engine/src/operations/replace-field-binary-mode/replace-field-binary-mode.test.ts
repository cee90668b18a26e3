import { createMemoryDataSource } from '@service/datasource-memory'
import { describe, expect, it } from 'vitest'
import { createCustomizer } from '../../customizer.js'
import { explainList } from '../../list.js'
import { compile } from '../../model/compile.js'
import type { BinaryMode } from '../../model/model.js'
import { call } from '../../testing/shop.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

async function open(customize: (files: CollectionCustomizer) => unknown) {
  const factory = createMemoryDataSource({
    files: {
      columns: {
        id: { type: 'Binary', isPrimaryKey: true },
        name: 'String',
        checksum: 'Binary',
        parts: ['Binary'],
      },
    },
  })
  const dataSource = await factory(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('files', customize)
  return (await compile([{ dataSource }], customizer.journal)).collection('files')
}

describe('replaceFieldBinaryMode', () => {
  it('sets how bytes travel; without it the codec is left to what the field is', async () => {
    const files = await open(chain =>
      chain.replaceFieldBinaryMode('checksum', 'hex').replaceFieldBinaryMode('parts', 'hex'),
    )
    const codecs = ['id', 'checksum', 'parts'].map(name => files.path(name).column.codec)
    expect(codecs).toEqual([undefined, 'hex', 'hex'])
  })

  it.each([
    ['nope', 'hex', "No field 'nope' on 'files'."],
    ['name', 'hex', "'name' is String, not Binary: it has no binary mode."],
    ['checksum', 'base64', "'base64' is not a binary mode. There are: datauri, hex."],
  ])('refuses %s as %s at start', async (name, mode, message) => {
    const opening = open(chain => chain.replaceFieldBinaryMode(name, mode as BinaryMode))
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow('replace-field-binary-mode.test.ts:')
  })

  it('adds nothing to a plan: bytes become text on their way out', async () => {
    const collection = await open(chain => chain.replaceFieldBinaryMode('checksum', 'hex'))
    const conditionTree = {
      field: 'checksum',
      operator: 'Equal',
      value: new Uint8Array([1]),
    } as const
    const query = { collection, filter: { conditionTree }, sort: [], projection: ['checksum'] }
    expect(await explainList(query, call)).toMatchInlineSnapshot(`
      "list files
        scan     files(checksum)  where checksum = ?  order by id"
    `)
  })
})
