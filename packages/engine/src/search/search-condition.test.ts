import { createMemoryDataSource } from '@service/datasource-memory'
import type { Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { explainList, list } from '../list.js'
import { compile } from '../model/compile.js'
import type { EngineCall, FieldModel, HiddenIn } from '../model/model.js'
import { openShop, call as shopCall } from '../testing/shop.js'

const uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

const source = createMemoryDataSource({
  things: {
    columns: {
      id: { type: 'Number', isPrimaryKey: true },
      text: 'String',
      amount: 'Number',
      kind: { type: 'Enum', enumValues: ['Red', 'Blue'] },
      on: 'Boolean',
      code: 'Uuid',
      at: 'Date',
      day: 'Dateonly',
      words: ['String'],
      numbers: ['Number'],
      data: 'Json',
    },
    records: [
      { id: 101, text: '100% Wool', amount: 12.5 },
      { id: 102, kind: 'Red', on: true },
      { id: 103, code: uuid, on: false },
      { id: 104, at: '2024-05-31T22:30:00.000Z', day: '2024-05-31' },
      { id: 105, words: ['alpha', 'beta'], numbers: [7, 8] },
      { id: 106, data: { text: 'Wool' } },
    ],
  },
  blobs: {
    columns: { id: { type: 'Uuid', isPrimaryKey: true }, data: 'Json' },
    records: [{ id: uuid }],
  },
})

async function found(search: string, timezone = 'UTC', name = 'things'): Promise<unknown[]> {
  const dataSource = await source(
    () => {},
    async () => {},
  )
  const collection = (await compile([{ dataSource }], [])).collection(name)
  const call: EngineCall = { timezone, now: new Date('2024-06-02T00:00:00.000Z') }
  const rows = await list({ collection, filter: { search }, projection: ['id'], sort: [] }, call)
  return rows.map((row: Row) => row.id)
}

describe('a search', () => {
  it.each([
    ['wool', [101]],
    ['  WOOL ', [101]],
    ['100%', [101]],
    ['%', [101]],
    ['12.5', [101]],
    ['102', [102]],
    ['red', [102]],
    ['re', []],
    ['true', [102]],
    ['0', [103, 101].sort()],
    [uuid.toUpperCase(), [103]],
    ['2024', [104]],
    ['2024-05', [104]],
    ['2024-05-31', [104]],
    ['2024-06-01', []],
    ['2024-13', []],
    ['2024-02-31', []],
    ['alpha', [105]],
    ['alp', []],
    ['8', [105]],
    ['nothing of the kind', []],
    ['WOOL 12.5', [101]],
    ['wool red', []],
    ['wool OR red', [101, 102]],
    ['(wool OR red) on:true', [102]],
    ['"100% wool"', [101]],
    ['"wool 100%"', []],
    ['-wool', [102, 103, 104, 105, 106]],
    ['-"100% wool" -red', [103, 104, 105, 106]],
    ['text:wool', [101]],
    ['Text:wool', [101]],
    ['kind:wool', []],
    ['-kind:red', [101, 103, 104, 105, 106]],
    ['-kind:unknown', [101, 102, 103, 104, 105, 106]],
    ['nope:wool', []],
    ['id:>=105', [105, 106]],
    ['id:≥105', [105, 106]],
    ['id:<102', [101]],
    ['id:<=102', [101, 102]],
    ['id:≤102', [101, 102]],
    ['id:=102', [102]],
    ['id:!=102', [101, 103, 104, 105, 106]],
    ['-id:<>102', [102]],
    ['-id:>102', [101, 102]],
    ['-amount:>12', [102, 103, 104, 105, 106]],
    ['amount:>12', [101]],
    ['>105', [106]],
    ['amount:NULL', [102, 103, 104, 105, 106]],
    ['-amount:NULL', [101]],
    ['amount:null', []],
    ['text:"NULL"', []],
    ['on:1', [102]],
    ['-on:true', [101, 103, 104, 105, 106]],
    ['day:2024-5', [104]],
    ['day:2024-5-31', [104]],
    ['day:>2024-05', []],
    ['day:>=2024-05', [104]],
    ['day:<2024-06', [104]],
    ['day:<2024', []],
    ['day:<=2024', [104]],
    ['-day:>2024-05', [101, 102, 103, 104, 105, 106]],
    ['-day:>2024-04', [101, 102, 103, 105, 106]],
    ['-day:<=2024-05', [101, 102, 103, 105, 106]],
    ['at:2024', [104]],
    ['-at:2024', [101, 102, 103, 105, 106]],
    ['words:beta', [105]],
    ['-words:beta', [101, 102, 103, 104, 106]],
    ['(wool)', []],
    ['wool OR', []],
  ])("for '%s' finds %o", async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  it('reads periods in the time zone of the caller', async () => {
    expect(await found('2024-06-01', 'Europe/Paris')).toEqual([104])
    expect(await found('2024-06-01', 'America/New_York')).toEqual([])
  })

  it('finds nothing where no column can hold the text', async () => {
    expect(await found('wool', 'UTC', 'blobs')).toEqual([])
    expect(await found(uuid, 'UTC', 'blobs')).toEqual([uuid])
  })
})

describe('the plan of a search', () => {
  const explained = async (search: string, searchExtended = false, call = shopCall) => {
    const { model } = await openShop()
    const collection = model.collection('orders')
    return explainList(
      { collection, filter: { search, searchExtended }, sort: [], projection: ['id'] },
      call,
    )
  }

  it('goes down to the source, relations of the same source as joins', async () => {
    expect(await explained('total:>=20 (customer.name:ada OR -paid)')).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id) join customer  where total >= ? and (customer:name i contains ? or (status != ? and reference != ?))  order by id
        shape    id"
    `)
  })

  it('looks keys up where a relation is of another source', async () => {
    expect(await explained('owner.name:olga')).toMatchInlineSnapshot(`
      "list orders
        lookup   owner_id <- id of owners
          scan     owners(id)  where name i contains ?  limit 10001
        scan     orders(id)  where owner_id in ?  order by id"
    `)
  })

  it('holds every column of the relations the caller may read when it is extended', async () => {
    const hiddenIn = hiding({ orders: ['owner'] })
    expect(await explained('ada', true, { ...shopCall, hiddenIn })).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id) join customer  where reference = ? or customer:name i contains ?  order by id
        shape    id"
    `)
  })

  it('does not look at a column the caller may not see, not even when it is named', async () => {
    const hiddenIn = hiding({ orders: ['reference'], customers: ['name'] })
    const call = { ...shopCall, hiddenIn }
    const search = 'r-b OR reference:r-b OR customer.name:ada'
    expect(await explained(search, true, call)).toMatchInlineSnapshot(`
      "list orders
        lookup   owner_id <- id of owners
          scan     owners(id)  where name i contains ? or name i contains ? or name i contains ?  limit 10001
        scan     orders(id)  where owner_id in ?  order by id"
    `)
  })

  it('is planned anew for a caller who sees other fields', async () => {
    const { model } = await openShop()
    const collection = model.collection('orders')
    const query = { collection, filter: { search: 'r-b' }, sort: [], projection: ['id'] }
    const hiddenIn = hiding({ orders: ['reference'] })
    expect(await list(query, shopCall)).toHaveLength(1)
    expect(await list(query, { ...shopCall, hiddenIn })).toHaveLength(0)
    expect(await list(query, shopCall)).toHaveLength(1)
  })

  it('asks nothing when nothing can be found', async () => {
    expect(await explained('status:lost')).toMatchInlineSnapshot(`
      "list orders
        nothing  no row can match"
    `)
  })

  it('goes through five relations at most', async () => {
    const dataSource = await createMemoryDataSource({
      people: {
        columns: { id: { type: 'Number', isPrimaryKey: true }, name: 'String', boss_id: 'Number' },
        relations: {
          boss: {
            kind: 'ManyToOne',
            foreignCollection: 'people',
            keys: [{ from: 'boss_id', to: 'id' }],
          },
        },
        records: [{ id: 1, name: 'Ada', boss_id: 1 }],
      },
    })(
      () => {},
      async () => {},
    )
    const collection = (await compile([{ dataSource }], [])).collection('people')
    const rows = (bosses: number) => {
      const filter = { search: `${'boss.'.repeat(bosses)}name:ada` }
      return list({ collection, filter, projection: ['id'], sort: [] }, shopCall)
    }
    expect(await rows(5)).toHaveLength(1)
    expect(await rows(6)).toHaveLength(0)
  })
})

/** Hides fields by the names of their collections; equal results are the same object. */
function hiding(names: Readonly<Record<string, readonly string[]>>): HiddenIn {
  const known = new Map<string, ReadonlySet<FieldModel>>()
  return ({ name, fields }) => {
    const hidden = known.get(name) ?? new Set(names[name]?.map(field => fields.get(field)!))
    known.set(name, hidden)
    return hidden.size === 0 ? undefined : hidden
  }
}
