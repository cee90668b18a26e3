import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createSqlDataSource } from '@service/datasource-sql'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { flattenJsonColumn } from './index.js'
import { describeFlattener } from './testing/describe-flattener.js'
import { openModel } from './testing/open-model.js'
import { products } from './testing/products.js'

const memory = () =>
  createMemoryDataSource({
    products: {
      columns: {
        id: { type: 'Number', isPrimaryKey: true },
        stock: 'Number',
        meta: 'Json',
        notes: ['String'],
        box: { size: 'Json' },
      },
      records: products,
    },
  })

describeFlattener('memory', { isPushed: false, open: async () => memory() })

let folder: string
describeFlattener('SQLite', {
  isPushed: true,
  async open() {
    folder = await mkdtemp(join(tmpdir(), 'flattener-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec('create table products (id int primary key, stock integer, meta json)')
    const insert = database.prepare('insert into products values (?, ?, ?)')
    for (const { id, stock, meta } of products) insert.run(id, stock, meta && JSON.stringify(meta))
    database.close()
    return createSqlDataSource(`sqlite:${path}`)
  },
  close: () => rm(folder, { recursive: true }),
})

describe('options of flattenJsonColumn', () => {
  const fieldsWith = async (options: object) => {
    const { model } = await openModel(memory(), 'products', collection =>
      collection.use(flattenJsonColumn, { columnName: 'meta', ...options } as never),
    )
    const { view } = model.collection('products')
    return [...view.keys()].filter(name => name.startsWith('meta'))
  }
  const columnType = { tags: ['String'], maker: { place: { city: 'String' }, name: 'String' } }

  it('goes as deep as columnType does, and hides the column itself', async () => {
    expect(await fieldsWith({ columnType })).toEqual([
      'meta@@@tags',
      'meta@@@maker@@@place@@@city',
      'meta@@@maker@@@name',
    ])
  })

  it('stops at level, and keeps the column when requested', async () => {
    expect(await fieldsWith({ columnType, level: 2, keepOriginalColumn: true })).toEqual([
      'meta',
      'meta@@@tags',
      'meta@@@maker@@@place',
      'meta@@@maker@@@name',
    ])
  })

  it('takes documents too, whatever their source says of them', async () => {
    const { model } = await openModel(memory(), 'products', collection =>
      collection.use(flattenJsonColumn, { columnName: 'box', columnType: { size: 'Number' } }),
    )
    const { fields, view } = model.collection('products')
    expect(fields.get('box@@@size')).toMatchObject({ columnType: 'Number' })
    expect(view.has('box')).toBe(false)
  })

  it('gives lists, objects and enums their types', async () => {
    const { model } = await openModel(memory(), 'products', collection =>
      collection.use(flattenJsonColumn, {
        columnName: 'meta',
        level: 1,
        readonly: true,
        columnType: {
          tags: ['String'],
          sizes: [{ columnType: 'Enum', enumValues: ['S', 'L'] }],
          color: { columnType: 'Enum', enumValues: ['red'] },
          maker: { name: 'String' },
        },
      }),
    )
    const { fields } = model.collection('products')
    expect(fields.get('meta@@@tags')).toMatchObject({ columnType: ['String'] })
    expect(fields.get('meta@@@sizes')).toMatchObject({
      columnType: ['Enum'],
      enumValues: ['S', 'L'],
    })
    expect(fields.get('meta@@@color')).toMatchObject({
      columnType: 'Enum',
      enumValues: ['red'],
      write: { kind: 'none' },
    })
    expect(fields.get('meta@@@maker')).toMatchObject({ columnType: { name: 'String' } })
  })

  it.each([
    [{}, "Option 'columnType' is missing: it must be an object of types"],
    [{ columnType: {} }, "Option 'columnType' must be an object of types"],
    [{ columnType: ['String'] }, "Option 'columnType' must be an object of types"],
    [{ columnType: { a: 'Text' } }, "columnType of 'meta'.a is 'Text'. It must be "],
    [{ columnType: { a: 'Binary' } }, "columnType of 'meta'.a is 'Binary'. It must be "],
    [{ columnType: { a: 'Enum' } }, "columnType of 'meta'.a is an Enum without values"],
    [{ columnType: { a: { b: {} } } }, "columnType of 'meta'.a.b is an object without members"],
    [{ columnType: { a: ['String', 'Number'] } }, "columnType of 'meta'.a is a list of 2 types"],
    [
      { columnType: { a: { columnType: 'Enum', enumValues: [1] } } },
      "enumValues of columnType of 'meta'.a must be a list of texts",
    ],
    [{ columnType, level: 0 }, "Option 'level' must be a whole number of at least 1, not 0"],
    [{ columnType, level: 1.5 }, "Option 'level' must be a whole number of at least 1, not 1.5"],
    [{ columnType, readonly: 'yes' }, 'Option \'readonly\' must be true or false, not "yes"'],
    [{ columnType, keepOriginalColumn: 1 }, "Option 'keepOriginalColumn' must be true or false"],
    [{ columnType, includes: [] }, "No option 'includes'. Allowed: columnName, columnType, level"],
    [{ columnType, columnName: 'metta' }, "columnName 'metta' is not a column of 'products'"],
    [{ columnType, columnName: 'stock' }, "columnName 'stock' is Number: flattenJsonColumn needs"],
    [{ columnType, columnName: 'notes' }, "columnName 'notes' is a list: flattenJsonColumn needs"],
    [{ columnType: { 'a b': 'String' } }, "'meta@@@a b' cannot name a field"],
  ])('rejects %j at start, naming the line', async (options, message) => {
    const failing = fieldsWith(options)
    await expect(failing).rejects.toThrow(`use(flattenJsonColumn) on 'products': `)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/at .*flatten-json-column\.test\.ts:\d+/)
  })

  it('rejects missing options', async () => {
    await expect(
      openModel(memory(), 'products', collection =>
        collection.use(flattenJsonColumn, undefined as never),
      ),
    ).rejects.toThrow('The options are missing. Allowed: columnName, columnType, level')
  })
})
