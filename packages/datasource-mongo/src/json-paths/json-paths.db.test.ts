import type { Call, DataSource, JsonPathColumn, Operator, Row } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { Decimal128, type Document, Long, ObjectId, UUID } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Documents, storeDocuments } from '../testing/open-documents.js'

const url = inject('mongoUrl')
const call: Call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00.000Z') }

const owner = new ObjectId('65f000000000000000000001')
const at = new Date('2024-02-29T12:00:00.000Z')
const later = new Date('2024-03-01T00:00:00.000Z')

const cases: readonly { readonly doc?: unknown }[] = [
  { doc: { text: 'b', n: 2, flag: true, at, deep: { day: '2024-02-29' }, list: ['x'] } },
  { doc: { text: 'a', n: Decimal128.fromString('1.5'), flag: false, at: later } },
  { doc: { text: '', n: Long.fromString('9007199254740993'), deep: { day: '2023-02-28' } } },
  { doc: { text: null, n: null, flag: null, at: null, deep: null, list: null } },
  // Values of other types, some of which MongoDB sorts before and some after the expected ones.
  { doc: { text: 5, n: 'b', flag: 'true', at: at.toISOString(), deep: { day: at }, list: 'x' } },
  { doc: { text: owner, n: Number.NaN, flag: 1, at: 5, deep: { day: '2023-02-29' }, list: {} } },
  { doc: { text: /b/, n: Number.POSITIVE_INFINITY, flag: {}, deep: { day: '2024-02-29\n' } } },
  // MongoDB filters also match elements of lists.
  { doc: { text: ['b'], n: [2], flag: [true], at: [at], deep: [{ day: '2024-02-29' }] } },
  { doc: [{ text: 'b', n: 2, flag: true, at, deep: { day: '2024-02-29' }, list: ['x'] }] },
  { doc: 'text' },
  { doc: { deep: 'text' } },
  { doc: null },
  {},
]

/** The values of the JSON paths in the first documents; in the others they read as null. */
const reads: readonly Row[] = [
  { text: 'b', n: 2, flag: true, at: at.toISOString(), day: '2024-02-29', list: ['x'] },
  { text: 'a', n: 1.5, flag: false, at: later.toISOString() },
  { text: '', n: '9007199254740993', day: '2023-02-28' },
]

const columnPath = (
  name: string,
  path: readonly string[],
  columnType: JsonPathColumn['columnType'],
) => ({
  collection: 'docs',
  column: 'doc',
  name,
  path,
  columnType,
})
const scalars: readonly JsonPathColumn[] = [
  columnPath('text', ['text'], 'String'),
  columnPath('n', ['n'], 'Number'),
  columnPath('flag', ['flag'], 'Boolean'),
  columnPath('at', ['at'], 'Date'),
  columnPath('day', ['deep', 'day'], 'Dateonly'),
]
const jsonPathColumns: readonly JsonPathColumn[] = [
  ...scalars,
  columnPath('list', ['list'], ['String']),
  columnPath('deep', ['deep'], { day: 'Dateonly', size: 'Number' }),
  columnPath('any', ['any'], 'Json'),
  columnPath('dotted', ['a.b'], 'String'),
  columnPath('operator', ['$a'], 'String'),
  { ...columnPath('id.at', ['at'], 'Date'), column: '_id' },
  { ...columnPath('other', ['at'], 'Date'), collection: 'others' },
]

describe.skipIf(!url)('JSON paths inside documents on MongoDB', () => {
  let documents: Documents
  let source: DataSource
  const stored = cases.map((each, id) => ({ ...each, _id: id, parent: id === 1 ? 0 : null }))
  beforeAll(async () => {
    documents = await storeDocuments(url as string, { docs: stored as never })
    const opened = await documents.open({
      collections: {
        docs: { columns: { _id: 'Number', parent: 'Number', doc: 'Json' } },
      },
    })
    source = opened.withJsonPathColumns!(jsonPathColumns)
  })
  afterAll(() => documents?.close())
  beforeEach(async () => {
    await documents.db.collection('docs').deleteMany({})
    await documents.db.collection('docs').insertMany(stored as never)
  })

  const docs = () => requireCollection(source, 'docs')
  const select = { collection: 'docs', columns: ['_id'], joins: [] }
  const byId = [{ field: '_id', ascending: true }]
  const listIds = (rows: readonly Row[]) => rows.map(({ _id }) => _id)
  const idsWhere = async (field: string, operator: Operator, value?: unknown) =>
    listIds(await docs().list({ select, where: { field, operator, value }, orderBy: byId }, call))
  const storedDoc = async (id: number) =>
    (await documents.db.collection('docs').findOne({ _id: id as never }))?.doc
  const listValues = (name: string) => cases.map((_, id) => reads[id]?.[name] ?? null)
  const idsOfValues = (name: string, matches: (value: unknown) => boolean) =>
    listValues(name).flatMap((value, id) => (matches(value) ? [id] : []))

  it('describes those a path can reach, and compares only plain values', () => {
    const { fields } = docs().schema
    for (const name of ['dotted', 'operator', 'id.at', 'other']) {
      expect(fields[name]).toBeUndefined()
    }
    expect(fields.n).toMatchObject({ isSortable: true, jsonPath: { column: 'doc', path: ['n'] } })
    expect(fields.list).toMatchObject({ isSortable: false, isGroupable: false })
    expect(fields.deep).toMatchObject({ isSortable: false, operators: new Set() })
  })

  it('reads what is of the type, and null for the rest', async () => {
    const columns = ['text', 'n', 'flag', 'at', 'day', 'list']
    const rows = await docs().list({ select: { ...select, columns }, orderBy: byId }, call)
    for (const name of columns) expect(rows.map(row => row[name])).toEqual(listValues(name))
  })

  it('filters by exactly what it reads', async () => {
    for (const { name, columnType } of scalars) {
      const isBlank = (value: unknown) =>
        value === null || (columnType === 'String' && value === '')
      expect(await idsWhere(name, 'Present')).toEqual(idsOfValues(name, value => !isBlank(value)))
      for (const [operator, value] of [
        ['Missing', undefined],
        ['Equal', null],
        ['In', [null]],
      ] as const) {
        expect(await idsWhere(name, operator, value)).toEqual(idsOfValues(name, it => it === null))
      }
      expect(await idsWhere(name, 'NotEqual', null)).toEqual(idsOfValues(name, it => it !== null))
      for (const value of new Set(listValues(name).filter(it => it !== null))) {
        const [same, others] = [
          idsOfValues(name, it => it === value),
          idsOfValues(name, it => it !== value),
        ]
        expect(await idsWhere(name, 'Equal', value)).toEqual(same)
        expect(await idsWhere(name, 'In', [value])).toEqual(same)
        expect(await idsWhere(name, 'NotEqual', value)).toEqual(others)
        expect(await idsWhere(name, 'NotIn', [value])).toEqual(others)
      }
    }
  })

  it('compares values of the type with each other alone', async () => {
    expect(await idsWhere('n', 'GreaterThan', 1)).toEqual([0, 1, 2])
    expect(await idsWhere('n', 'LessThan', 2)).toEqual([1])
    expect(await idsWhere('at', 'GreaterThanOrEqual', at.toISOString())).toEqual([0, 1])
    expect(await idsWhere('day', 'LessThan', '2024-01-01')).toEqual([2])
    expect(await idsWhere('text', 'StartsWith', 'b')).toEqual([0])
    expect(await idsWhere('text', 'LongerThan', 0)).toEqual([0, 1])
    const others = cases.map((_, id) => id).filter(id => id !== 0)
    expect(await idsWhere('text', 'NotContains', 'b')).toEqual(others)
    expect(await idsWhere('text', 'NotIContains', 'B')).toEqual(others)
  })

  it('looks into lists of the type alone', async () => {
    const docs = documents.db.collection('docs')
    const more = [['x', 'y'], ['x', null], ['x', 5], [], [['x']], [{ a: 'x' }]]
    await docs.insertMany(more.map((list, index) => ({ _id: 20 + index, doc: { list } })) as never)
    const select = { collection: 'docs', columns: ['list'], joins: [] }
    const where = { field: '_id', operator: 'GreaterThanOrEqual', value: 20 } as const
    const scan = { select, where, orderBy: byId }
    expect(await requireCollection(source, 'docs').list(scan, call)).toEqual([
      { list: ['x', 'y'] },
      { list: ['x', null] },
      { list: null },
      { list: [] },
      { list: null },
      { list: null },
    ])
    const all = await idsWhere('_id', 'Present')
    const without = (...ids: readonly number[]) => all.filter(id => !ids.includes(Number(id)))
    expect(await idsWhere('list', 'Present')).toEqual([0, 20, 21, 23])
    expect(await idsWhere('list', 'Missing')).toEqual(without(0, 20, 21, 23))
    expect(await idsWhere('list', 'IncludesAll', ['x'])).toEqual([0, 20, 21])
    expect(await idsWhere('list', 'IncludesAll', ['x', 'y'])).toEqual([20])
    expect(await idsWhere('list', 'IncludesAll', [])).toEqual([0, 20, 21, 23])
    expect(await idsWhere('list', 'IncludesNone', ['y', 'z'])).toEqual(without(20))
    expect(await idsWhere('list', 'Equal', ['x'])).toEqual([0])
    expect(await idsWhere('list', 'NotEqual', ['x'])).toEqual(without(0))
  })

  it('sorts what is of another type with null, first', async () => {
    const nulls = (name: string) => idsOfValues(name, value => value === null)
    for (const [name, sorted] of [
      ['text', [2, 1, 0]],
      ['n', [1, 0, 2]],
      ['flag', [1, 0]],
      ['at', [0, 1]],
      ['day', [2, 0]],
    ] as const) {
      const sort = async (ascending: boolean) =>
        listIds(await docs().list({ select, orderBy: [{ field: name, ascending }, ...byId] }, call))
      expect(await sort(true)).toEqual([...nulls(name), ...sorted])
      expect(await sort(false)).toEqual([...sorted.toReversed(), ...nulls(name)])
    }
  })

  it('pages by keys through every value, each row once', async () => {
    for (const { name } of scalars) {
      for (const ascending of [true, false]) {
        const scan = {
          select: { ...select, columns: ['_id', name] },
          orderBy: [{ field: name, ascending }, ...byId],
        }
        const all = await docs().list(scan, call)
        const paged: Row[] = []
        while (paged.length < all.length) {
          const last = paged.at(-1)
          const after = last && [last[name], last._id]
          const page = { skip: 0, limit: 3 }
          const rows = await docs().list({ ...scan, ...(after && { after }), page }, call)
          expect(rows.length).toBeGreaterThan(0)
          paged.push(...rows)
        }
        expect(paged).toEqual(all)
      }
    }
  })

  it('reads, filters and sorts by a JSON path of a joined document', async () => {
    const parent = { collection: 'docs', columns: ['text'], joins: [] }
    const joins = [{ as: 'parent', on: [{ from: 'parent', to: '_id' }], node: parent }]
    const where = { field: 'parent:n', operator: 'Equal', value: 2 } as const
    const orderBy = [{ field: 'parent:at', ascending: false }, ...byId]
    const scan = { select: { ...select, joins }, orderBy }
    expect(await docs().list({ ...scan, where }, call)).toEqual([{ _id: 1, parent: { text: 'b' } }])
    const [first, second] = await docs().list(scan, call)
    expect([first?._id, second]).toEqual([1, { _id: 0, parent: null }])
  })

  it('groups and folds by what it reads', async () => {
    const fold = (
      aggregation: Parameters<ReturnType<typeof docs>['aggregate']>[0]['aggregation'],
    ) => docs().aggregate({ select, aggregation }, call)
    const folded = async (operation: 'Count' | 'Max' | 'Min', field: string) =>
      (await fold({ operation, field }))[0]?.value
    expect(await folded('Count', 'text')).toBe(3)
    expect(await folded('Max', 'text')).toBe('b')
    expect(await folded('Min', 'at')).toBe(at.toISOString())
    expect(await folded('Max', 'day')).toBe('2024-02-29')
    expect(await fold({ operation: 'Count', groups: [{ field: 'flag' }] })).toEqual([
      { value: cases.length - 2, group: { flag: null } },
      { value: 1, group: { flag: false } },
      { value: 1, group: { flag: true } },
    ])
    const byMonth = { operation: 'Count', groups: [{ field: 'day', operation: 'Month' }] } as const
    expect(await fold(byMonth)).toEqual([
      { value: cases.length - 2, group: { day: null } },
      { value: 1, group: { day: '2023-02-01' } },
      { value: 1, group: { day: '2024-02-01' } },
    ])
  })

  it('changes JSON paths and nothing else, in the types documents have', async () => {
    const where = { field: 'text', operator: 'Equal', value: 'b' } as const
    const patch = { text: 'ok', list: ['a', null], at: later.toISOString(), n: null, parent: 7 }
    expect(await docs().update(where, patch, call)).toBe(1)
    expect(await documents.db.collection('docs').findOne({ _id: 0 as never })).toEqual({
      _id: 0,
      parent: 7,
      doc: {
        text: 'ok',
        n: null,
        flag: true,
        at: later,
        deep: { day: '2024-02-29' },
        list: ['a', null],
      },
    })
  })

  it('makes a document of whatever was none, and merges objects into those that are', async () => {
    for (const [id, deep] of [
      [0, { day: '2024-02-29', size: 1 }],
      [3, { size: 1 }],
      [7, { size: 1 }],
      [8, { size: 1 }],
      [9, { size: 1 }],
      [10, { size: 1 }],
      [11, { size: 1 }],
      [12, { size: 1 }],
    ] as const) {
      const where = { field: '_id', operator: 'Equal', value: id } as const
      expect(await docs().update(where, { deep: { size: 1 } }, call)).toBe(1)
      expect((await storedDoc(id)).deep).toEqual(deep)
    }
    expect((await storedDoc(7)).text).toEqual(['b'])
    expect(await storedDoc(8)).toEqual({ deep: { size: 1 } })
  })

  it('takes the names and the texts of objects for data', async () => {
    const where = { field: '_id', operator: 'Equal', value: 0 } as const
    const any = { $add: [1, 2], 'a.b': { $$ROOT: '$text' }, c: '$$NOW' }
    await docs().update(where, { any, text: '$n' }, call)
    await docs().update(where, { any: { 'a.b': { other: 1 } } }, call)
    const { any: kept, text } = await storedDoc(0)
    expect(kept).toEqual({ ...any, 'a.b': { $$ROOT: '$text', other: 1 } })
    expect(text).toBe('$n')
  })

  it('rejects a document together with its JSON paths, and JSON paths in new records', async () => {
    const where = { field: '_id', operator: 'Equal', value: 0 } as const
    await expect(docs().update(where, { doc: {}, n: 1 }, call)).rejects.toThrow(
      "'doc' and 'n' of 'docs' are written together",
    )
    await expect(docs().create([{ _id: 50, n: 1 }], call)).rejects.toMatchObject({ status: 400 })
  })

  it('names the JSON path whose unique index rejects a value', async () => {
    const index = await documents.db
      .collection('docs')
      .createIndex({ 'doc.any': 1 }, { unique: true, sparse: true })
    try {
      const set = (id: number) =>
        docs().update({ field: '_id', operator: 'Equal', value: id }, { any: 'same' }, call)
      await set(0)
      await expect(set(1)).rejects.toThrow("'any' must be unique")
    } finally {
      await documents.db.collection('docs').dropIndex(index)
    }
  })

  it('loses no change of a sibling made at the same time', async () => {
    const names = ['text', 'n', 'flag', 'at', 'day', 'list'] as const
    const values = ['z', 77, false, at.toISOString(), '2020-01-01', ['q']]
    const ids = [0, 8, 11]
    await Promise.all(
      ids.flatMap(id =>
        Array.from({ length: 8 }, () =>
          names.map((name, index) =>
            docs().update(
              { field: '_id', operator: 'Equal', value: id },
              { [name]: values[index] },
              call,
            ),
          ),
        ).flat(),
      ),
    )
    const rows = await docs().list(
      {
        select: { ...select, columns: [...names] },
        where: { field: '_id', operator: 'In', value: ids },
        orderBy: [],
      },
      call,
    )
    for (const row of rows) expect(names.map(name => row[name])).toEqual(values)
    expect(rows).toHaveLength(3)
  })

  it('stores whole documents with dates where its filters look for dates', async () => {
    const doc = { at: at.toISOString(), n: 'much', deep: { day: '2024-01-01' }, free: '1' }
    await docs().create([{ _id: 50, doc }], call)
    const where = { field: '_id', operator: 'Equal', value: 1 } as const
    await docs().update(where, { doc: { ...doc, at: 'never' } }, call)
    expect(await storedDoc(50)).toEqual({ ...doc, at })
    expect((await storedDoc(1)).at).toBe('never')
    expect(await idsWhere('at', 'Equal', at.toISOString())).toEqual([0, 50])
  })
})

describe.skipIf(!url)('JSON paths of a type that the sample shows', () => {
  let documents: Documents
  let source: DataSource
  beforeAll(async () => {
    const doc = (index: number): Document => ({
      owner: new ObjectId(`65f00000000000000000000${index}`),
      key: new UUID(`00000000-0000-4000-8000-00000000000${index}`),
      signedAt: `2024-01-0${index}T00:00:00+02:00`,
      code: `c${index}`,
    })
    documents = await storeDocuments(url as string, { docs: [{ doc: doc(1) }, { doc: doc(2) }] })
    const columns = { owner: 'String', key: 'Uuid', signedAt: 'Date', code: 'Enum' } as const
    source = (await documents.open()).withJsonPathColumns!(
      Object.entries(columns).map(([name, columnType]) => columnPath(name, [name], columnType)),
    )
  })
  afterAll(() => documents?.close())

  const docs = () => requireCollection(source, 'docs')
  const columns = ['owner', 'key', 'signedAt', 'code']
  const read = () =>
    docs().list(
      {
        select: { collection: 'docs', columns, joins: [] },
        where: { field: 'owner', operator: 'Equal', value: String(owner) },
        orderBy: [{ field: 'owner', ascending: true }],
      },
      call,
    )

  it('are ids as they are stored, and dates that are texts stay texts', async () => {
    expect(await read()).toEqual([
      {
        owner: String(owner),
        key: '00000000-0000-4000-8000-000000000001',
        signedAt: '2023-12-31T22:00:00.000Z',
        code: 'c1',
      },
    ])
    // Texts with different time zones do not sort like instants.
    expect(docs().schema.fields.signedAt).toMatchObject({ operators: new Set(), isSortable: false })
    const key = '00000000-0000-4000-8000-000000000009'
    const patch = { key, signedAt: '2024-05-05T00:00:00.000Z' }
    await docs().update({ field: 'owner', operator: 'Equal', value: String(owner) }, patch, call)
    expect(await read()).toMatchObject([{ ...patch, code: 'c1' }])
    const { doc } = (await documents.db
      .collection('docs')
      .findOne({ 'doc.code': 'c1' })) as Document
    expect(doc.signedAt).toBe(patch.signedAt)
    expect(new UUID(doc.key).toString()).toBe(key)
  })
})
