import { below, pick, type Random, seededRandom, sentence, someId, uuid } from './random.js'
import {
  adjectives,
  countries,
  firstNames,
  industries,
  lastNames,
  orderStatuses,
  things,
} from './words.js'

/** How one table is filled: `row` answers the cells of row `i` (from 1), or undefined to leave it out. */
export interface TableRecipe {
  readonly table: string
  readonly rows: number
  readonly seed: number
  row(i: number, random: Random): readonly (string | number)[] | undefined
}

const NULL = '\\N'
const from = Date.UTC(2021, 0, 1)
const span = Date.UTC(2025, 0, 1) - from
const DAY = 86_400_000

const iso = (instant: number) => new Date(instant).toISOString()
const someDate = (random: Random) => iso(from + random() * span)
const flag = (random: Random, share: number) => (random() < share ? 't' : 'f')

const rows = {
  companies: 1_000,
  customers: 100_000,
  categories: 60,
  products: 5_000,
  orders: 1_000_000,
  items: 2_000_000,
  tags: 200,
  customerTags: 250_000,
  reviews: 50_000,
}

function customerStatus(share: number): string {
  if (share < 0.2) return 'lead'
  if (share < 0.85) return 'active'
  return share < 0.95 ? 'suspended' : 'closed'
}

function customerMetadata(random: Random): string {
  return JSON.stringify({
    locale: pick(random, countries),
    score: below(random, 100),
    flags: [pick(random, adjectives), pick(random, adjectives)],
    address: { zip: String(below(random, 99999)) },
  })
}

function customer(i: number, random: Random): readonly (string | number)[] {
  const first = pick(random, firstNames)
  const last = pick(random, lastNames)
  const share = random()
  return [
    i,
    uuid(random),
    first,
    last,
    `${first}.${last}.${i}@mail${below(random, 50)}.example`.toLowerCase(),
    customerStatus(share),
    random() < 0.05 ? NULL : iso(Date.UTC(1950, 0, 1) + random() * 1.7e12).slice(0, 10),
    flag(random, 0.8),
    (random() * 10000).toFixed(2),
    customerMetadata(random),
    random() < 0.1 ? NULL : someId(random, rows.companies),
    someDate(random),
  ]
}

function order(i: number, random: Random): readonly (string | number)[] {
  const orderedAt = from + ((i - 1 + random()) / rows.orders) * span
  const status = pick(random, orderStatuses)
  const isShipped = status === 'shipped' || status === 'delivered'
  return [
    i,
    `ORD-${String(i).padStart(9, '0')}`,
    someId(random, rows.customers),
    status,
    (5 + random() * 900).toFixed(2),
    random() < 0.7 ? 'EUR' : 'USD',
    iso(orderedAt),
    isShipped ? iso(orderedAt + random() * 5 * DAY) : NULL,
    random() < 0.2 ? `${pick(random, adjectives)} ${pick(random, things)}, "fragile"` : NULL,
  ]
}

/** Pairs drawn twice are left out. */
function customerTag(): TableRecipe['row'] {
  const seen = new Set<number>()
  return (_, random) => {
    const customerId = someId(random, rows.customers)
    const tagId = someId(random, rows.tags)
    const pair = customerId * 1000 + tagId
    if (seen.has(pair)) return undefined
    seen.add(pair)
    return [customerId, tagId]
  }
}

export const tableRecipes: readonly TableRecipe[] = [
  {
    table: 'companies',
    rows: rows.companies,
    seed: 43,
    row: (i, random) => [
      i,
      `${pick(random, lastNames)} ${pick(random, things)} ${i}`,
      pick(random, industries),
      pick(random, countries),
      `https://www.c${i}.example`,
      flag(random, 0.9),
      someDate(random),
    ],
  },
  { table: 'customers', rows: rows.customers, seed: 44, row: customer },
  {
    table: 'addresses',
    rows: rows.customers,
    seed: 45,
    row: (i, random) => [
      uuid(random),
      i,
      `${below(random, 300)} ${pick(random, adjectives)} street`,
      `${pick(random, lastNames)}ville`,
      pick(random, countries),
    ],
  },
  {
    table: 'categories',
    rows: rows.categories,
    seed: 46,
    row: (i, random) => [
      i,
      `${pick(random, adjectives)} ${pick(random, things)}s ${i}`,
      i <= 10 ? NULL : someId(random, 10),
    ],
  },
  {
    table: 'products',
    rows: rows.products,
    seed: 47,
    row: (i, random) => [
      i,
      `SKU-${String(i).padStart(7, '0')}`,
      `${pick(random, adjectives)} ${pick(random, things)}`,
      sentence(random, adjectives, 20),
      (1 + random() * 500).toFixed(2),
      below(random, 1000),
      someId(random, rows.categories),
    ],
  },
  { table: 'orders', rows: rows.orders, seed: 48, row: order },
  {
    table: 'order_items',
    rows: rows.items,
    seed: 49,
    row: (i, random) => [
      i,
      someId(random, rows.orders),
      someId(random, rows.products),
      someId(random, 5),
      (1 + random() * 500).toFixed(2),
    ],
  },
  {
    table: 'tags',
    rows: rows.tags,
    seed: 50,
    row: (i, random) => [i, `${pick(random, adjectives)}-${pick(random, things)}-${i}`],
  },
  { table: 'customer_tags', rows: rows.customerTags, seed: 51, row: customerTag() },
  {
    table: 'reviews',
    rows: rows.reviews,
    seed: 52,
    row: (i, random) => [
      i,
      someId(random, rows.products),
      someId(random, rows.customers),
      someId(random, 5),
      `${pick(random, adjectives)} ${pick(random, things)}`,
      sentence(random, adjectives, 12),
      someDate(random),
    ],
  },
]

const CHUNK = 65_536

/** The table as text of PostgreSQL's COPY, in pieces. No cell holds a tab, a newline or a backslash. */
export function* copyText(recipe: TableRecipe): Generator<string> {
  const random = seededRandom(recipe.seed)
  let text = ''
  for (let i = 1; i <= recipe.rows; i++) {
    const cells = recipe.row(i, random)
    if (cells) text += `${cells.join('\t')}\n`
    if (text.length > CHUNK) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}
