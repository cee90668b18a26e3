import { createMemoryDataSource } from '@service/datasource-memory'
import { list, update } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { flattenColumn } from './index.js'
import { call, openModel, readRecord } from './testing/open-model.js'

const customers = () =>
  createMemoryDataSource({
    customers: {
      columns: {
        id: { type: 'Number', isPrimaryKey: true },
        notes: ['String'],
        prefs: 'Json',
        address: { street: 'String', kind: 'Enum', geo: { at: { lat: 'Number', lon: 'Number' } } },
        fixed: { type: { code: 'String' }, isReadOnly: true },
      },
      records: [
        { id: 1, address: { street: 'Main', geo: { at: { lat: 1, lon: 2 } } }, prefs: { a: 1 } },
        { id: 2, address: null },
      ],
    },
  })

const open = (options: object) =>
  openModel(customers(), 'customers', collection => collection.use(flattenColumn, options as never))

const fieldsWith = async (options: object) => {
  const { model } = await open({ columnName: 'address', ...options })
  const { view } = model.collection('customers')
  return [...view.keys()].filter(name => name.startsWith('address@@@'))
}

describe('flattenColumn', () => {
  it('takes one level apart, keeps deeper objects whole, and the document itself', async () => {
    const { model } = await open({ columnName: 'address' })
    const { fields, view } = model.collection('customers')
    expect(view.has('address')).toBe(true)
    expect(fields.get('address@@@geo')).toMatchObject({
      columnType: { at: { lat: 'Number', lon: 'Number' } },
    })
    // The source does not report its enum values.
    expect(fields.get('address@@@kind')).toMatchObject({ columnType: 'String' })
    expect(await readRecord(model, 'customers', 1, ['address@@@street', 'address@@@geo'])).toEqual({
      'address@@@street': 'Main',
      'address@@@geo': { at: { lat: 1, lon: 2 } },
    })
  })

  it('goes down to level, then to what is included, less what is excluded', async () => {
    expect(await fieldsWith({ level: 3 })).toEqual([
      'address@@@street',
      'address@@@kind',
      'address@@@geo@@@at@@@lat',
      'address@@@geo@@@at@@@lon',
    ])
    expect(await fieldsWith({ level: 2, exclude: ['kind'] })).toEqual([
      'address@@@street',
      'address@@@geo@@@at',
    ])
    expect(await fieldsWith({ level: 3, exclude: ['geo'] })).toEqual([
      'address@@@street',
      'address@@@kind',
    ])
    expect(await fieldsWith({ include: ['street', 'geo.at.lat', 'geo:at:lat', 'geo:at'] })).toEqual(
      ['address@@@street', 'address@@@geo@@@at@@@lat', 'address@@@geo@@@at'],
    )
    expect(await fieldsWith({ include: ['street', 'kind'], exclude: ['kind'] })).toEqual([
      'address@@@street',
    ])
  })

  it('merges an object that is written whole into what is there', async () => {
    const { model } = await open({ columnName: 'address' })
    const collection = model.collection('customers')
    await update(collection, {}, { 'address@@@geo': { at: { lat: 9 } } }, call)
    const query = { collection, filter: {}, sort: [], projection: ['address'] }
    expect(await list(query, call)).toEqual([
      { address: { street: 'Main', geo: { at: { lat: 9, lon: 2 } } } },
      { address: { geo: { at: { lat: 9 } } } },
    ])
  })

  it('takes a Json column when its type is declared', async () => {
    const { model } = await open({ columnName: 'prefs', columnType: { a: 'Number' } })
    expect(await readRecord(model, 'customers', 1, ['prefs@@@a'])).toEqual({ 'prefs@@@a': 1 })
  })

  it('takes empty lists by their word: nothing is excluded, nothing is included', async () => {
    expect(await fieldsWith({ exclude: [] })).toEqual(await fieldsWith({}))
    expect(await fieldsWith({ include: [] })).toEqual([])
    expect(await fieldsWith({ include: [], exclude: ['street'] })).toEqual([])
  })

  it('leaves out the writing of what is read-only', async () => {
    for (const options of [{ columnName: 'fixed' }, { columnName: 'address', readonly: true }]) {
      const { model } = await open(options)
      const collection = model.collection('customers')
      const name = options.columnName === 'fixed' ? 'fixed@@@code' : 'address@@@street'
      await expect(update(collection, {}, { [name]: 'x' }, call)).rejects.toThrow(
        `'${name}' of 'customers' is read-only`,
      )
    }
  })

  it.each([
    [{}, "Option 'columnName' is missing: it must be a text"],
    [
      { columnName: 'nope' },
      "columnName 'nope' is not a column of 'customers'. Columns: id, notes",
    ],
    [{ columnName: 'id' }, "columnName 'id' is Number: only a column of documents"],
    [{ columnName: 'notes' }, "columnName 'notes' is a list: only a column of documents"],
    [{ columnName: 'prefs' }, "columnName 'prefs' is Json, whose members are not known"],
    [{ columnName: 'id', columnType: { a: 'String' } }, "columnName 'id' is Number"],
    [{ columnName: 'fixed', readonly: false }, "'fixed' is read-only: option 'readonly' cannot"],
    [{ columnName: 'address', include: 'street' }, "Option 'include' must be a list of texts"],
    [{ columnName: 'address', exclude: [''] }, "Option 'exclude' must be a list of texts"],
    [
      { columnName: 'address', include: ['stret'] },
      "include of 'address' names 'stret'. There are: street, kind, geo, geo.at, geo.at.lat, geo.at.lon. Did you mean 'street'?",
    ],
    [{ columnName: 'address', exclude: ['zip'] }, "exclude of 'address' names 'zip'. There are: "],
    [
      { columnName: 'address', exclude: ['geo.at'] },
      "exclude of 'address' names 'geo.at', but 'geo' is kept whole: raise level",
    ],
    [
      { columnName: 'address', exclude: ['street', 'kind', 'geo'] },
      "include and exclude of 'address' leave nothing. It has: street, kind, geo",
    ],
    [{ columnName: 'address', level: '2' }, "Option 'level' must be a whole number"],
    [{ columnName: 'address', columnType: { a: 1 } }, "columnType of 'address'.a is 1. It must be"],
    [{ columnName: 'address', keepOriginalColumn: true }, "No option 'keepOriginalColumn'."],
  ])('rejects %j at start, naming the line', async (options, message) => {
    const failing = open(options)
    await expect(failing).rejects.toThrow(`use(flattenColumn) on 'customers': `)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/at .*flatten-column\.test\.ts:\d+/)
  })
})
