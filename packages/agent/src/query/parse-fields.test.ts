import { createMemoryDataSource } from '@service/datasource-memory'
import { type CollectionModel, compile, type FieldModel, type Model } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessWithout, compileShop } from '../testing/compile-shop.js'
import { parseParameters } from './parameters.js'
import { buildProjection, parseProjection } from './parse-projection.js'
import { parseRows } from './parse-rows.js'
import { parseSort } from './parse-sort.js'
import { isSeen } from './require-uses.js'
import { listUses } from './uses.js'
import {
  missingField,
  namedInPath,
  relationField,
  resolveViewPath,
  toManyField,
  toOneField,
  viewField,
} from './view-path.js'

let model: Model
let orders: CollectionModel

beforeAll(async () => {
  model = await compileShop()
  orders = model.collection('orders')
})

const refusal = (act: () => unknown) => {
  try {
    act()
    return 'accepted'
  } catch (error) {
    const { status, message } = error as Error & { status: number }
    return `${status} ${message}`
  }
}

describe('the fields asked for', () => {
  const fields = (text: string, header?: string, hidden: readonly string[] = []) => {
    const access = accessWithout(model, ...hidden)
    const { paths, isDefault } = parseProjection(orders, parseParameters(text), header, access)
    return { paths: paths.map(path => path.text), isDefault, read: buildProjection(orders, paths) }
  }

  it('are all columns, and those of to-one relations, when none is named', () => {
    for (const text of ['', 'fields[orders]=', 'fields[orders]=,', 'fields[customers]=id']) {
      const { paths, isDefault } = fields(text)
      expect(isDefault).toBe(true)
      expect(paths).toContain('total')
      expect(paths).toContain('customer:name')
      expect(paths.filter(path => path.split(':').length > 2)).toEqual([])
      expect(paths.some(path => path.startsWith('products'))).toBe(false)
    }
  })

  it('are those named, each once, with the keys that ids need', () => {
    expect(fields('fields[orders]=total,status,total')).toEqual({
      paths: ['total', 'status'],
      isDefault: false,
      read: ['total', 'status', 'id'],
    })
    expect(fields('fields[orders]=customer,total&fields[customer]=name,country').read).toEqual([
      'customer:name',
      'customer:country',
      'total',
      'id',
      'customer:id',
    ])
    expect(fields('fields[orders]=customer:name').paths).toEqual(['customer:name'])
  })

  it('are those of the header, which goes before the query', () => {
    expect(fields('fields[orders]=total', 'id,customer:name').paths).toEqual([
      'id',
      'customer:name',
    ])
    expect(fields('fields[orders]=total', '').isDefault).toBe(true)
    expect(refusal(() => fields('', 'customer'))).toMatch(/^400 'customer' is a relation/)
  })

  it.each([
    ['fields[orders]=nope', /^400 No field 'nope'/],
    ['fields[orders]=customer', /^400 fields\[orders\] names the relation 'customer'/],
    ['fields[orders]=customer&fields[customer]=nope', /^400 No field 'nope' on 'customers'/],
    ['fields[orders]=products&fields[products]=sku', /^400 .*to-many relation/],
    ['fields[orders]=total:name', /^400 .*is a column/],
  ])('are not read from %s', (text, expected) => {
    expect(refusal(() => fields(text))).toMatch(expected)
  })

  it.each([
    ['fields[orders]=total', ['orders.total'], 'total'],
    ['fields[orders]=customer&fields[customer]=name', ['customers.name'], 'customer:name'],
    ['fields[orders]=customer&fields[customer]=name', ['orders.customer'], 'customer'],
    ['fields[orders]=customer:name', ['orders.customer'], 'customer'],
    ['fields[orders]=customer:address:street', ['customers.address'], 'customer:address'],
    ['fields[orders]=customer:address:street', ['orders.customer'], 'customer'],
  ])('%s are refused without %j', (text, hidden, named) => {
    expect(refusal(() => fields(text, undefined, hidden))).toBe(
      `403 Your role may not read the field '${named}'.`,
    )
  })
})

describe('the fields of a relation named like its collection', () => {
  it('are given by paths, or are those the two have in common, or its key', async () => {
    const openTree = createMemoryDataSource({
      node: {
        columns: {
          id: { type: 'Number', isPrimaryKey: true },
          name: 'String',
          parent_id: 'Number',
        },
        relations: {
          node: {
            kind: 'ManyToOne',
            foreignCollection: 'node',
            keys: [{ from: 'parent_id', to: 'id' }],
          },
        },
      },
    })
    const dataSource = await openTree(
      () => {},
      async () => {},
    )
    const tree = await compile([{ dataSource }], [])
    const paths = (names: string) =>
      parseProjection(
        tree.collection('node'),
        parseParameters(`fields[node]=${names}`),
        undefined,
        accessWithout(tree),
      ).paths.map(path => path.text)
    expect(paths('node')).toEqual(['node:id'])
    expect(paths('node,name')).toEqual(['node:name', 'name'])
    expect(paths('id,node,node:name')).toEqual(['id', 'node:name'])
  })
})

describe('a sort', () => {
  const sort = (text: string, ...hidden: string[]) =>
    parseSort(orders, parseParameters(text), accessWithout(model, ...hidden)).clauses

  it('is read with its directions, each field once', () => {
    expect(sort('')).toEqual([])
    expect(sort('sort=')).toEqual([])
    expect(sort('sort=-total,%2Bstatus,id,total')).toEqual([
      { field: 'total', ascending: false },
      { field: 'status', ascending: true },
      { field: 'id', ascending: true },
    ])
    for (const path of ['customer.name', 'customer:name']) {
      expect(sort(`sort=-${path}`)).toEqual([{ field: 'customer:name', ascending: false }])
    }
  })

  it.each([
    ['sort=nope', [], /^400 No field 'nope'/],
    ['sort=customer.nope', [], /^400 No field 'nope' on 'customers'/],
    ['sort=customer', [], /^400/],
    ['sort=products.sku', [], /^400/],
    ['sort=total', ['orders.total'], /^403 .*'total'/],
    ['sort=customer.name', ['customers.name'], /^403 .*'customer:name'/],
    ['sort=customer.name', ['orders.customer'], /^403 .*'customer'/],
  ])('%s without %j is answered', (text, hidden, expected) => {
    expect(refusal(() => sort(text, ...hidden))).toMatch(expected)
  })
})

describe('a sort that stands for others, or for none', () => {
  const replaced = (sort: object) => {
    const status = { ...orders.fields.get('status')!, sort } as FieldModel
    const fields = new Map(orders.fields).set('status', status)
    const view = new Map(orders.view).set('status', status)
    const path = (text: string) =>
      text === 'status' ? { relations: [], column: status } : orders.path(text)
    const collection = { ...orders, fields, view, path } as unknown as CollectionModel
    return (...hidden: string[]) =>
      refusal(() =>
        parseSort(collection, parseParameters('sort=status'), accessWithout(model, ...hidden)),
      )
  }

  it('is refused where it tells of what is hidden, by the name it was asked by', () => {
    const sort = replaced({ kind: 'replaced', clauses: [{ field: 'total', ascending: true }] })
    expect(sort()).toBe('accepted')
    expect(sort('orders.total')).toMatch(/^403 .*'status'/)
  })

  it('is refused where there is none', () => {
    expect(replaced({ kind: 'none' })()).toMatch(/^400 'status' of 'orders' cannot be sorted on/)
  })
})

describe('the rows asked for', () => {
  const rows = (text: string, ...hidden: string[]) => {
    const parameters = parseParameters(text)
    return parseRows(orders, parameters, parameters('filters'), accessWithout(model, ...hidden))
  }
  const filters = (field: string) =>
    `filters=${encodeURIComponent(JSON.stringify({ field, operator: 'present' }))}`

  it('are all without filter, search and segment', () => {
    for (const text of ['', 'filters=&search=&segment=&segmentQuery=', 'search=%20']) {
      expect(rows(text)).toEqual({ collection: orders, filter: {}, uses: [] })
    }
  })

  it('are those a search finds, in related records when that is on', () => {
    expect(rows('search=x').filter).toEqual({ search: 'x', searchExtended: false })
    expect(rows('search=x&searchExtended=1').filter.searchExtended).toBe(true)
    expect(rows('searchExtended=1').filter).toEqual({})
  })

  it('name the fields of their filter', () => {
    const { uses, filter } = rows(filters('customer:name'))
    expect(uses.map(use => use.path)).toEqual(['customer', 'customer:name'])
    expect(uses.map(use => use.collection.name)).toEqual(['orders', 'customers'])
    expect(filter.conditionTree).toMatchObject({ field: 'customer:name', operator: 'Present' })
  })

  it('are those of a live query, on a connection', () => {
    const text = 'segmentQuery=select 1&connectionName=main'
    expect(rows(text).liveSegment).toEqual({ segmentQuery: 'select 1', connectionName: 'main' })
    for (const wrong of ['segmentQuery=select 1', 'segmentQuery=select 1&connectionName=']) {
      expect(refusal(() => rows(wrong))).toMatch(/^422 'segmentQuery' needs/)
    }
  })

  it.each([
    ['filters=x', [], /^400 Invalid filters: they are not JSON/],
    ['segment=none', [], /^400 No segment 'none'/],
    [filters('nope'), [], /^400 Invalid filters: No field 'nope'/],
    [filters('products:sku'), [], /^400/],
    [filters('customer'), [], /^400/],
    [filters('total'), ['orders.total'], /^403 .*'total'/],
    [filters('customer:name'), ['orders.customer'], /^403 .*'customer'/],
    [filters('customer:name'), ['customers.name'], /^403 .*'customer:name'/],
  ])('%s without %j are refused', (text, hidden, expected) => {
    expect(refusal(() => rows(text, ...hidden))).toMatch(expected)
  })
})

describe('names', () => {
  it('of fields that nobody may see are not told', () => {
    const access = accessWithout(model, 'orders.total')
    const { message } = missingField(orders, 'totl', access)
    expect(message).toContain('status')
    expect(message).not.toContain('total')
    expect(missingField(orders, 'totl', undefined).message).toContain('total')
    const relations = missingField(orders, 'x', access, field => field.kind !== 'Column').message
    expect(relations).toContain('customer')
    expect(relations).not.toContain('status')
  })

  it('lead to the field, the relation to one and the relation to many', () => {
    const access = accessWithout(model)
    expect(viewField(orders, 'total', access).name).toBe('total')
    expect(toOneField(orders, 'customer', access).name).toBe('customer')
    expect(relationField(orders, 'products', access).name).toBe('products')
    expect(toManyField(orders, 'products', access).name).toBe('products')
    expect(toManyField(model.collection('customers'), 'orders', access).kind).toBe('OneToMany')
    expect(toOneField(model.collection('customers'), 'address', access).kind).toBe('OneToOne')
    expect(refusal(() => toOneField(orders, 'products', access))).toMatch(/^400 .*to-many relation/)
    expect(refusal(() => toOneField(orders, 'total', access))).toMatch(/^400 .*a column/)
    expect(refusal(() => relationField(orders, 'total', access))).toMatch(/^400 No field 'total'/)
    expect(refusal(() => toManyField(orders, 'customer', access))).toMatch(/^404/)
    expect(refusal(() => resolveViewPath(orders, 'customer', access))).toMatch(/^400/)
    expect(resolveViewPath(orders, 'customer:name', undefined).text).toBe('customer:name')
  })

  it('of the path of a request are not found, where others are wrong', () => {
    const find = (error: Error) => () => {
      throw error
    }
    const missing = missingField(orders, 'x', undefined)
    const other = new Error('other')
    expect(refusal(() => namedInPath('unknown_relation', find(missing)))).toMatch(/^404/)
    expect(refusal(() => namedInPath('unknown_relation', find(other)))).toBe('undefined other')
    expect(namedInPath('unknown_relation', () => 1)).toBe(1)
  })

  it('are seen when all they go through is', () => {
    const path = resolveViewPath(orders, 'customer:name', undefined)
    const sees = (...hidden: string[]) => isSeen(accessWithout(model, ...hidden), orders, path)
    expect(sees()).toBe(true)
    expect(sees('orders.customer')).toBe(false)
    expect(sees('customers.name')).toBe(false)
    expect(sees('orders.total')).toBe(true)
  })

  it('are used once, by what they were asked by', () => {
    const paths = ['customer:name', 'customer:country'].map(path =>
      resolveViewPath(orders, path, undefined),
    )
    expect(listUses(orders, paths).map(({ path }) => path)).toEqual([
      'customer',
      'customer:name',
      'customer:country',
    ])
    expect(listUses(orders, paths, 'buyer').map(({ path }) => path)).toEqual([
      'buyer',
      'buyer',
      'buyer',
    ])
  })
})
