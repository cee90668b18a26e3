import { PARIS, PREFIX } from '../targets/agent-protocol.js'

/** Something of which there can be more. */
export interface Dimension {
  /** What is measured, of what. */
  readonly what: string
  readonly sizes: readonly number[]
  /** Fills an empty database. */
  readonly fill: (size: number) => readonly string[]
  /** The settings of the agent for a size. */
  readonly settings?: (size: number) => Readonly<Record<string, string>>
  /** Whether the start of the agent is timed, instead of the request. */
  readonly isStart?: boolean
  readonly path: (size: number) => string
  /** How often it is asked; fewer where one answer takes seconds. */
  readonly shots?: number
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

const page = (collection: string, query: string) =>
  `${PREFIX}/${collection}?page[number]=1&page[size]=15&${query}&${PARIS}`

/** A table of items, indexed as a careful team would. */
const items = (rows: number): readonly string[] => [
  `create table items (id int primary key, name text not null, status text not null,
    amount int not null, created_at timestamptz not null)`,
  `insert into items select i, 'Item ' || i, (array['new', 'open', 'done'])[1 + i % 3], i % 1000,
    timestamptz '2020-01-01Z' + i * interval '10 seconds' from generate_series(1, ${rows}) i`,
  'create index on items (created_at)',
  'create index on items (amount)',
  'vacuum analyze items',
]

const ROWS = 10_000
const itemPage = page('items', 'fields[items]=id,name,status,amount,created_at&sort=-created_at')
const rowSizes = [100_000, 1_000_000, 10_000_000]

export const dimensions: readonly Dimension[] = [
  {
    what: 'start, with more tables',
    sizes: [10, 100, 1000],
    isStart: true,
    fill: size =>
      numbers(size).flatMap(i => [
        `create table items${i} (id int primary key, name text not null, amount numeric(12, 2),
          is_active boolean, created_at timestamptz, data jsonb
          ${i > 1 ? `, parent_id int references items${i >> 1}` : ''})`,
        ...(i > 1 ? [`create index on items${i} (parent_id)`] : []),
      ]),
    path: () => page('items1', 'sort=id'),
  },
  {
    what: 'list of 15, with more tables beside',
    sizes: [10, 100, 1000],
    fill: size => [
      ...items(ROWS),
      ...numbers(size - 1).map(i => `create table others${i} (id int primary key, name text)`),
    ],
    path: () => itemPage,
  },
  {
    what: 'list of 15, with more columns',
    sizes: [20, 100, 400],
    fill: size => [
      `create table items (id int primary key, ${numbers(size - 1)
        .map(i => `c${i} text not null`)
        .join(', ')})`,
      `insert into items select i, ${numbers(size - 1)
        .map(c => `'value ${c} of ' || i`)
        .join(', ')} from generate_series(1, 1000) i`,
      'vacuum analyze items',
    ],
    path: () => page('items', 'sort=-id'),
  },
  {
    what: 'list of 15, with more relations shown',
    sizes: [5, 20, 50],
    // A table each: a target lists all relations that lead to it.
    fill: size => [
      ...numbers(size).flatMap(i => [
        `create table targets${i} (id int primary key, name text not null)`,
        `insert into targets${i} select i, 'Target ' || i from generate_series(1, 1000) i`,
      ]),
      `create table items (id int primary key, ${numbers(size)
        .map(i => `target${i}_id int references targets${i}`)
        .join(', ')})`,
      `insert into items select i, ${numbers(size)
        .map(t => `1 + (i * ${t}) % 1000`)
        .join(', ')} from generate_series(1, ${ROWS}) i`,
      'vacuum analyze',
    ],
    path: size => {
      const names = numbers(size).map(i => `target${i}`)
      const fields = names.map(name => `fields[${name}]=name`).join('&')
      return page('items', `fields[items]=id,${names.join(',')}&${fields}&sort=-id`)
    },
  },
  {
    what: 'list of 15, with more roles',
    sizes: [3, 30, 300],
    fill: () => items(ROWS),
    settings: size => ({ ROLES: String(size) }),
    path: () => itemPage,
  },
  {
    what: 'list of 15, with more conditions in its scope',
    sizes: [1, 10, 100],
    fill: () => items(ROWS),
    settings: size => ({ CONDITIONS: String(size) }),
    path: () => itemPage,
  },
  {
    what: 'list of 15 by an index, with more rows',
    sizes: rowSizes,
    fill: items,
    path: () => itemPage,
  },
  {
    what: 'one record, with more rows',
    sizes: rowSizes,
    fill: items,
    path: size => `${PREFIX}/items/${size >> 1}?${PARIS}`,
  },
  {
    what: 'count by an index, with more rows',
    sizes: rowSizes,
    fill: items,
    shots: 10,
    path: () => {
      const condition = { field: 'amount', operator: 'equal', value: 7 }
      return `${PREFIX}/items/count?filters=${encodeURIComponent(JSON.stringify(condition))}&${PARIS}`
    },
  },
  {
    what: 'export of all rows as CSV',
    sizes: [100_000, 1_000_000],
    fill: items,
    shots: 3,
    path: () => `${PREFIX}/items.csv?fields[items]=id,name,status,amount&sort=id&${PARIS}`,
  },
]
