import {
  createMemoryDataSource,
  type MemoryCollection,
  type MemoryCollections,
} from '@service/datasource-memory'
import type { ColumnType, ConditionTree, Operator, Row } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { compile } from '../model/compile.js'
import type { EngineCall, Model } from '../model/model.js'
import { randomTree } from './random-world-cases.js'
import { randomJournal } from './random-world-journal.js'
import { dates, texts } from './random-world-values.js'
import type { OpenTables, Places, World, WorldDefinition } from './world.js'

const now = new Date('2024-04-01T10:00:00.000Z')

export const inMemory: OpenTables = ({ collections, joins, nulls }) =>
  createMemoryDataSource(collections, { joins, nulls })(
    () => {},
    async () => {},
  )

const everythingInMemory: Places = [inMemory, inMemory]

/** Each source is opened where the second argument says. Default: in memory. */
export async function randomWorld(
  random: Random,
  openedTables: Places = everythingInMemory,
  options: WorldDefinition['options'] = {},
): Promise<World> {
  const nulls = random.pick(['first', 'last'] as const)
  // Relations are declared by the source, or added by the customer to tables without any.
  const isDeclared = openedTables[0] === inMemory && random.chance(0.5)
  const sources = [firstSource(random, isDeclared), secondSource(random)].map(collections => ({
    collections,
    joins: random.chance(0.7),
    nulls,
  }))
  const definition = {
    sources,
    options,
    journal: randomJournal(random, isDeclared),
    scopes: new Map<string, ConditionTree>(),
    call: {
      timezone: random.pick(['UTC', 'Europe/Paris', 'America/New_York']),
      now,
      isOuter: random.chance(0.5),
    },
  }
  const world = await openWorld(definition, openedTables)
  const scopes = randomScopes(random, world.model)
  if (scopes.size === 0) return world
  const scoped = { ...definition, scopes }
  return { ...world, definition: scoped, call: scopedCall(scoped) }
}

export async function openWorld(
  definition: WorldDefinition,
  openedTables: Places = everythingInMemory,
): Promise<World> {
  const dataSources = await Promise.all(
    definition.sources.map((source, index) => openedTables[index as 0 | 1](source)),
  )
  const close = async () => {
    for (const dataSource of dataSources) await dataSource.close()
  }
  const entries = dataSources.map(dataSource => ({ dataSource }))
  try {
    const model = await compile(entries, definition.journal, definition.options)
    const tables = definition.sources.flatMap(({ collections }) => Object.entries(collections))
    const stored = new Map(
      tables.map(([name, { records = [] }]) => [name, records.map(row => ({ ...row }))]),
    )
    const unique = new Map(tables.map(([name, { unique = [] }]) => [name, unique]))
    return { definition, model, stored, unique, call: scopedCall(definition), close }
  } catch (error) {
    await close()
    throw error
  }
}

function scopedCall({ call, scopes }: WorldDefinition): EngineCall {
  if (scopes.size === 0) return call
  return { ...call, findScope: ({ name }) => scopes.get(name) }
}

function randomScopes(random: Random, model: Model): ReadonlyMap<string, ConditionTree> {
  const scopes = new Map<string, ConditionTree>()
  if (random.chance(0.4)) return scopes
  for (const collection of random.some([...model.collections.values()], 0.5)) {
    const tree = randomTree(random, collection, 1)
    if (tree) scopes.set(collection.name, tree)
  }
  return scopes
}

/** Removes some operators of a column, which are then replaced by equivalents or emulated. */
function column(random: Random, type: ColumnType, without: readonly Operator[] = []) {
  const few: readonly Operator[] = ['Equal', 'NotEqual', 'In', 'NotIn', 'LessThan', 'GreaterThan']
  if (random.chance(0.6)) return { type }
  return { type, operators: few.filter(operator => !without.includes(operator)) }
}

const key = { type: 'Number', isPrimaryKey: true } as const
const generated = { ...key, isGenerated: true } as const

function manyToOne(foreignCollection: string, from: string) {
  return { kind: 'ManyToOne', foreignCollection, keys: [{ from, to: 'id' }] } as const
}

function firstSource(random: Random, isDeclared: boolean): MemoryCollections {
  const declared = (relations: NonNullable<MemoryCollection['relations']>) =>
    isDeclared ? relations : undefined
  return {
    items: {
      columns: {
        id: generated,
        n: column(random, 'Number'),
        s: { ...column(random, 'String'), isSortable: random.chance(0.8) },
        d: column(random, 'Date'),
        parent_id: 'Number',
        box_id: 'Number',
        thing_id: column(random, 'Number', random.chance(0.3) ? ['NotIn'] : []),
      },
      relations: declared({
        parent: manyToOne('items', 'parent_id'),
        box: manyToOne('boxes', 'box_id'),
        labels: {
          kind: 'ManyToMany',
          foreignCollection: 'labels',
          throughCollection: 'item_labels',
          originKeys: [{ from: 'id', to: 'item_id' }],
          foreignKeys: [{ from: 'label_id', to: 'id' }],
        },
      }),
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
      columns: {
        id: generated,
        name: column(random, 'String'),
        size: 'Number',
        maker_id: 'Number',
      },
      relations: declared({
        items: {
          kind: 'OneToMany',
          foreignCollection: 'items',
          keys: [{ from: 'id', to: 'box_id' }],
        },
      }),
      records: rows(random, 4, id => ({
        id,
        name: random.pick(texts),
        size: random.pick([1, 2, null]),
        maker_id: reference(random, 3),
      })),
    },
    labels: {
      columns: { id: generated, text: 'String', box_id: 'Number', slot: 'Number' },
      relations: declared({ box: manyToOne('boxes', 'box_id') }),
      // The columns that one-to-one relations reference are unique, whether the source declares it
      // or not.
      unique: random.chance(0.5) ? [['slot']] : [],
      records: rows(random, 5, id => ({
        id,
        text: random.pick(texts),
        box_id: reference(random, 5),
        slot: random.chance(0.2) ? null : 5 - id,
      })),
    },
    item_labels: {
      columns: { item_id: key, label_id: key },
      records: distinctPairs(random, 12).map(([item_id, label_id]) => ({ item_id, label_id })),
    },
  }
}

/**
 * Its relations are added by the customer: a database would reject keys that reference no record.
 */
function secondSource(random: Random): MemoryCollections {
  return {
    things: {
      columns: {
        id: generated,
        title: column(random, 'String'),
        weight: 'Number',
        maker_id: 'Number',
      },
      records: rows(random, 5, id => ({
        id,
        title: random.pick(texts),
        weight: random.pick([1, 2, 3, null]),
        maker_id: reference(random, 3),
      })),
    },
    makers: {
      columns: { id: generated, name: 'String' },
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

/** May be null, and may reference no record. */
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
