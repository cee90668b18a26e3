import { createMemoryDataSource, type MemoryCollections } from '@service/datasource-memory'
import type {
  Aggregation,
  ColumnType,
  ConditionTree,
  DataSource,
  Leaf,
  Operator,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { type Customizer, createCustomizer } from '../customizer.js'
import { compile } from '../model/compile.js'
import type { CollectionModel, ColumnModel, Model } from '../model/model.js'
import type { EngineCall, Filter, ListQuery } from '../query.js'
import type { Stored } from './naive.js'

/** A model over two sources with random data, customizations and scopes. */
export interface World {
  readonly model: Model
  readonly stored: Stored
  readonly call: EngineCall
}

const texts = ['a', 'B', 'ab', 'Ä', '', 'a%', null] as const
const dates = [
  '2024-03-30T23:30:00.000Z',
  '2024-03-31T00:59:00.000Z',
  '2024-03-31T22:00:00.000Z',
  '2024-04-01T00:00:00.000Z',
  null,
] as const
const now = new Date('2024-04-01T10:00:00.000Z')

export async function randomWorld(random: Random): Promise<World> {
  const nulls = random.pick(['first', 'last'] as const)
  const first = firstSource(random)
  const second = secondSource(random)
  const open = async (definition: MemoryCollections, joins: boolean) => ({
    dataSource: (await createMemoryDataSource(definition, { joins, nulls })(
      () => {},
      async () => {},
    )) as DataSource,
  })
  const sources = [await open(first, random.chance(0.7)), await open(second, random.chance(0.7))]
  const customizer = createCustomizer()
  customizeWorld(random, customizer)
  const model = await compile(sources, customizer.journal)
  const stored = new Map(
    Object.entries({ ...first, ...second }).map(([name, { records = [] }]) => [name, records]),
  )
  return { model, stored, call: randomCall(random, model) }
}

/** Some operators of a column are left to equivalence and emulation. */
function column(random: Random, type: ColumnType, without: readonly Operator[] = []) {
  const few: readonly Operator[] = ['Equal', 'NotEqual', 'In', 'NotIn', 'LessThan', 'GreaterThan']
  if (random.chance(0.6)) return { type }
  return { type, operators: few.filter(operator => !without.includes(operator)) }
}

const key = { type: 'Number', isPrimaryKey: true } as const

function manyToOne(foreignCollection: string, from: string) {
  return { kind: 'ManyToOne', foreignCollection, keys: [{ from, to: 'id' }] } as const
}

function firstSource(random: Random): MemoryCollections {
  return {
    items: {
      columns: {
        id: key,
        n: column(random, 'Number'),
        s: { ...column(random, 'String'), isSortable: random.chance(0.8) },
        d: column(random, 'Date'),
        parent_id: 'Number',
        box_id: 'Number',
        thing_id: column(random, 'Number', random.chance(0.3) ? ['NotIn'] : []),
      },
      relations: {
        parent: manyToOne('items', 'parent_id'),
        box: manyToOne('boxes', 'box_id'),
        labels: {
          kind: 'ManyToMany',
          foreignCollection: 'labels',
          throughCollection: 'item_labels',
          originKeys: [{ from: 'id', to: 'item_id' }],
          foreignKeys: [{ from: 'label_id', to: 'id' }],
        },
      },
      records: rows(random, random.between(0, 14), id => ({
        id,
        n: random.pick([-1, 0, 1, 2, 3, null]),
        s: random.pick(texts),
        d: random.pick(dates),
        parent_id: reference(random, 14),
        box_id: reference(random, 5),
        thing_id: reference(random, 6),
      })),
    },
    boxes: {
      columns: { id: key, name: column(random, 'String'), size: 'Number', maker_id: 'Number' },
      relations: {
        items: {
          kind: 'OneToMany',
          foreignCollection: 'items',
          keys: [{ from: 'id', to: 'box_id' }],
        },
      },
      records: rows(random, 4, id => ({
        id,
        name: random.pick(texts),
        size: random.pick([1, 2, null]),
        maker_id: reference(random, 3),
      })),
    },
    labels: {
      columns: { id: key, text: 'String', box_id: 'Number' },
      relations: { box: manyToOne('boxes', 'box_id') },
      records: rows(random, 5, id => ({
        id,
        text: random.pick(texts),
        box_id: reference(random, 5),
      })),
    },
    item_labels: {
      columns: { item_id: key, label_id: key },
      records: distinctPairs(random, 12).map(([item_id, label_id]) => ({ item_id, label_id })),
    },
  }
}

function secondSource(random: Random): MemoryCollections {
  return {
    things: {
      columns: { id: key, title: column(random, 'String'), weight: 'Number', maker_id: 'Number' },
      relations: { maker: manyToOne('makers', 'maker_id') },
      records: rows(random, 5, id => ({
        id,
        title: random.pick(texts),
        weight: random.pick([1, 2, 3, null]),
        maker_id: reference(random, 3),
      })),
    },
    makers: {
      columns: { id: key, name: 'String' },
      records: rows(random, 2, id => ({ id, name: random.pick(texts) })),
    },
    links: {
      columns: { id: key, item_id: 'Number', thing_id: 'Number' },
      records: rows(random, 10, id => ({
        id,
        item_id: reference(random, 14),
        thing_id: reference(random, 6),
      })),
    },
  }
}

function rows(random: Random, count: number, make: (id: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => make(index + 1)).sort(() =>
    random.chance(0.5) ? 1 : -1,
  )
}

/** May be absent, and may lead to nothing. */
function reference(random: Random, count: number): number | null {
  return random.chance(0.2) ? null : random.between(1, count)
}

function distinctPairs(random: Random, count: number): [number, number][] {
  const pairs = new Map<string, [number, number]>()
  for (let index = 0; index < count; index++) {
    const pair: [number, number] = [random.between(1, 14), random.between(1, 6)]
    pairs.set(pair.join(), pair)
  }
  return [...pairs.values()]
}

function customizeWorld(random: Random, customizer: Customizer): void {
  customizer.customizeCollection('items', items => {
    items
      .addManyToOneRelation('thing', 'things', { foreignKey: 'thing_id' })
      .addManyToManyRelation('things', 'things', 'links', {
        originKey: 'item_id',
        foreignKey: 'thing_id',
      })
      .addField('word', {
        columnType: 'String',
        dependencies: ['s', 'box:name'],
        getValues: records => records.map(({ s, box }) => `${s}/${(box as Row | null)?.name}`),
      })
      .addField('sentence', {
        columnType: 'String',
        dependencies: ['word', 'thing:title'],
        getValues: async records =>
          records.map(({ word, thing }) => (thing ? `${word} ${(thing as Row).title}` : null)),
      })
      .addField('twin_id', {
        columnType: 'Number',
        dependencies: ['n'],
        getValues: records => records.map(({ n }) => (typeof n === 'number' ? n + 1 : null)),
      })
      .addManyToOneRelation('twin', 'boxes', { foreignKey: 'twin_id' })
      .addSegment('Small', { field: 'n', operator: 'LessThan', value: 2 })
      .addSegment('Boxed', async () => ({ field: 'box:name', operator: 'Present' }))
      .emulateFieldSorting('sentence')
      .emulateFieldSorting('s')
    for (const name of ['word', 'sentence', 'twin_id']) {
      if (random.chance(0.7)) items.emulateFieldFiltering(name)
    }
    if (random.chance(0.5)) items.emulateFieldOperator('n', 'Equal')
  })
  customizer.customizeCollection('boxes', boxes =>
    boxes
      .addManyToOneRelation('maker', 'makers', { foreignKey: 'maker_id' })
      .addField('double', {
        columnType: 'Number',
        dependencies: ['size', 'maker:id'],
        getValues: records =>
          records.map(({ size, maker }) => (maker && size ? Number(size) * 2 : null)),
      })
      .emulateFieldFiltering('double')
      .emulateFieldSorting('double'),
  )
}

function randomCall(random: Random, model: Model): EngineCall {
  const call = { timezone: random.pick(['UTC', 'Europe/Paris', 'America/New_York']), now }
  if (random.chance(0.4)) return call
  const scopes = new Map(
    random
      .some([...model.collections.values()], 0.5)
      .map(collection => [collection, randomTree(random, collection, 1)]),
  )
  return { ...call, scopeOf: collection => scopes.get(collection) }
}

const operands: Readonly<Record<string, readonly unknown[]>> = {
  String: texts,
  Number: [-1, 0, 1, 2, 3, 5, null],
  Date: dates,
}

function randomTree(
  random: Random,
  collection: CollectionModel,
  depth = 2,
): ConditionTree | undefined {
  if (depth === 0 || random.chance(0.4)) return randomLeaf(random, collection)
  const conditions = Array.from({ length: random.between(0, 3) }, () =>
    randomTree(random, collection, depth - 1),
  ).filter(tree => tree !== undefined)
  return { aggregator: random.pick(['And', 'Or'] as const), conditions }
}

function randomLeaf(random: Random, collection: CollectionModel): Leaf | undefined {
  const paths = columnPaths(collection).filter(path => collection.path(path).column.filter.size > 0)
  const field = random.pick(paths)
  const { column } = collection.path(field)
  const operator = random.pick([...column.filter.keys()])
  return { field, operator, value: operand(random, column, operator) }
}

function operand(random: Random, { columnType }: ColumnModel, operator: Operator): unknown {
  const values = operands[String(columnType)] ?? []
  if (operator === 'In' || operator === 'NotIn') return random.some(values, 0.4)
  if (/^(Includes)/.test(operator)) return random.some(values, 0.2)
  if (/^(LongerThan|ShorterThan|PreviousX|.*XHoursAgo)/.test(operator)) return random.between(0, 3)
  if (/^(Present|Blank|Missing|Today|Yesterday|Previous|Past|Future)/.test(operator))
    return undefined
  const isEquality = operator === 'Equal' || operator === 'NotEqual'
  return random.pick(isEquality ? values : values.filter(value => value !== null))
}

/** Columns, and those two relations away. */
function columnPaths(collection: CollectionModel, depth = 2): readonly string[] {
  return [...collection.fields.values()].flatMap(field => {
    if (field.kind === 'Column') return [field.name]
    if (depth === 0 || (field.kind !== 'ManyToOne' && field.kind !== 'OneToOne')) return []
    return columnPaths(field.target, depth - 1).map(path => `${field.name}:${path}`)
  })
}

export function randomFilter(random: Random, { collection, model }: RandomTarget): Filter {
  const segment =
    collection.segments.size > 0 && random.chance(0.2)
      ? random.pick([...collection.segments.keys()])
      : undefined
  const conditionTree = random.chance(0.8) ? randomTree(random, collection) : undefined
  return { conditionTree, segment, related: randomRelated(random, collection, model) }
}

interface RandomTarget {
  readonly collection: CollectionModel
  readonly model: Model
}

function randomRelated(random: Random, target: CollectionModel, model: Model): Filter['related'] {
  if (random.chance(0.6)) return undefined
  const relations = [...model.collections.values()].flatMap(({ fields }) =>
    [...fields.values()].filter(field => field.kind === 'OneToMany' || field.kind === 'ManyToMany'),
  )
  const relation = relations.find(candidate => candidate.target === target)
  return relation && { relation, parent: { id: random.pick([1, 2, 3, null]) } }
}

export function randomListQuery(random: Random, target: RandomTarget): ListQuery {
  const { collection } = target
  const paths = columnPaths(collection)
  const sortable = paths.filter(path => collection.path(path).column.sort.kind !== 'none')
  const sort: SortClause[] = random
    .some(sortable, 2 / sortable.length)
    .map(field => ({ field, ascending: random.chance(0.5) }))
  const projection = random.some(paths, 0.2)
  const page = random.chance(0.6)
    ? { skip: random.pick([0, 0, 1, 3]), limit: random.between(1, 5) }
    : undefined
  return {
    collection,
    filter: randomFilter(random, target),
    projection: projection.length > 0 ? projection : ['id'],
    sort,
    page,
  }
}

export function randomAggregation(random: Random, collection: CollectionModel): Aggregation {
  const paths = columnPaths(collection, 1)
  const numbers = paths.filter(path => collection.path(path).column.columnType === 'Number')
  const operation = random.pick(['Count', 'Sum', 'Avg', 'Max', 'Min'] as const)
  const field = operation === 'Count' && random.chance(0.6) ? undefined : random.pick(numbers)
  const groups = random.some(paths, 1 / paths.length).map(path => ({
    field: path,
    ...(collection.path(path).column.columnType === 'Date' && {
      operation: random.pick(['Year', 'Month', 'Week', 'Day'] as const),
    }),
  }))
  return { operation, ...(field && { field }), ...(groups.length > 0 && { groups }) }
}
