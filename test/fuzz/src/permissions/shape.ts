import type { Random } from '@service/datasource-toolkit/testing'

/** What a client can name in a collection. */
export interface Shape {
  /** Stored columns by their names in the source, the primary key first. */
  readonly columns: Readonly<Record<string, ValueKind>>
  readonly primaryKey: readonly string[]
  readonly source: 'main' | 'other'
  /** Other columns a client sees, and the stored ones that code makes them of. */
  readonly computed?: Readonly<Record<string, { kind: ValueKind; of: readonly string[] }>>
  readonly imported?: Readonly<Record<string, { kind: ValueKind; path: string }>>
  /** Columns made of members of documents, by exported name. */
  readonly parts?: Readonly<Record<string, { kind: ValueKind; column: string; member: string }>>
  /** Exported names of stored columns that have another one. */
  readonly renamed?: Readonly<Record<string, string>>
  readonly toOne?: Readonly<Record<string, string>>
  readonly toMany?: Readonly<Record<string, string>>
  /** Segments, and the columns they are about. */
  readonly segments?: Readonly<Record<string, string>>
}

/** A kind of values, small enough to meet often. */
export type ValueKind = 'key' | 'word' | 'amount' | 'state' | 'day' | 'instant' | 'document'

export const states = ['new', 'paid', 'lost']
const words = ['ada', 'bob', 'cy', 'ada bob', 'x', '']
const instants = [
  '2024-01-31T10:00:00.000Z',
  '2024-02-01T00:30:00.000Z',
  '2024-05-05T12:00:00.000Z',
]

/** Values of a kind; keys may lead to no record. */
export const valuesByKind: Readonly<Record<ValueKind, readonly unknown[]>> = {
  key: [1, 2, 3, 4, 5, 6, 7],
  word: words,
  amount: [0, 1, 2, 3, 10, 2.5],
  state: states,
  day: instants.map(instant => instant.slice(0, 10)),
  instant: instants,
  document: [{ iban: 'ada', level: 1 }, { iban: 'bob', level: 2.5 }, { iban: 'x' }, {}],
}

export function randomValue(random: Random, kind: ValueKind): unknown {
  return random.chance(0.12) ? null : random.pick(valuesByKind[kind])
}

/** Relations of all four kinds, within a source and across two, and what code makes of fields. */
export const shapes: Readonly<Record<string, Shape>> = {
  customers: {
    source: 'main',
    primaryKey: ['id'],
    columns: {
      id: 'key',
      name: 'word',
      country: 'word',
      score: 'amount',
      since: 'day',
      profile: 'document',
    },
    computed: { shout: { kind: 'word', of: ['name'] } },
    parts: {
      'profile@@@iban': { kind: 'word', column: 'profile', member: 'iban' },
      rank: { kind: 'amount', column: 'profile', member: 'level' },
    },
    toOne: { address: 'addresses' },
    toMany: { orders: 'orders' },
    segments: { ada: 'country' },
  },
  addresses: {
    source: 'main',
    primaryKey: ['id'],
    columns: { id: 'key', street: 'word', zip: 'amount', customer_id: 'key' },
    toOne: { customer: 'customers' },
  },
  orders: {
    source: 'main',
    primaryKey: ['id'],
    columns: {
      id: 'key',
      reference: 'word',
      total: 'amount',
      state: 'state',
      placed: 'instant',
      note: 'word',
      customer_id: 'key',
      owner_id: 'key',
    },
    computed: { summary: { kind: 'word', of: ['reference', 'state'] } },
    imported: {
      customerName: { kind: 'word', path: 'customer:name' },
      street: { kind: 'word', path: 'customer:address:street' },
      ownerGrade: { kind: 'amount', path: 'owner:grade' },
      zip: { kind: 'amount', path: 'customer:address:zip' },
      customerIban: { kind: 'word', path: 'customer:profile@@@iban' },
    },
    renamed: { note: 'remark' },
    toOne: { customer: 'customers', owner: 'owners' },
    toMany: { tags: 'tags', reviews: 'reviews' },
    segments: { paid: 'state' },
  },
  tags: {
    source: 'main',
    primaryKey: ['id'],
    columns: { id: 'key', label: 'word', color: 'state' },
    toMany: { orders: 'orders' },
  },
  order_tags: {
    source: 'main',
    primaryKey: ['order_id', 'tag_id'],
    columns: { order_id: 'key', tag_id: 'key', weight: 'amount' },
    toOne: { order: 'orders', tag: 'tags' },
  },
  owners: {
    source: 'other',
    primaryKey: ['id'],
    columns: { id: 'key', name: 'word', grade: 'amount' },
    toMany: { orders: 'orders' },
  },
  reviews: {
    source: 'other',
    primaryKey: ['id'],
    columns: { id: 'key', stars: 'amount', text: 'word', order_id: 'key' },
    toOne: { order: 'orders' },
  },
}

export const collectionNames = Object.keys(shapes)

/** The columns a client may know, by the names it knows them by. */
export function exportedColumns(shape: Shape): ReadonlyMap<string, ValueKind> {
  const columns = new Map<string, ValueKind>()
  for (const [name, kind] of Object.entries(shape.columns)) {
    columns.set(shape.renamed?.[name] ?? name, kind)
  }
  const made = { ...shape.computed, ...shape.imported, ...shape.parts }
  for (const [name, { kind }] of Object.entries(made)) columns.set(name, kind)
  return columns
}
