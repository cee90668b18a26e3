import { type Document, ObjectId } from 'mongodb'
import { below, pick, type Random, seededRandom, sentence } from '../data/random.js'
import {
  adjectives,
  countries,
  firstNames,
  lastNames,
  orderStatuses,
  things,
} from '../data/words.js'

const ORDERS = 1_000_000
const CUSTOMERS = 100_000
const ZIPS = 20_000

const from = Date.UTC(2021, 0, 1)
const span = Date.UTC(2025, 0, 1) - from

/** A postal code that some fifty orders are shipped to. */
export const formatZip = (i: number): string => `Z${String(i % ZIPS).padStart(5, '0')}`

/** How one collection is filled: `document` answers document `i`, from 0. */
interface Recipe {
  readonly collection: string
  readonly count: number
  readonly seed: number
  document(i: number, random: Random): Document
  readonly indexes: readonly Readonly<Record<string, 1 | -1>>[]
}

export const recipes: readonly Recipe[] = [
  {
    collection: 'customers',
    count: CUSTOMERS,
    seed: 61,
    document: (i, random) => ({
      _id: createId('a', i),
      name: `${pick(random, firstNames)} ${pick(random, lastNames)}`,
      country: pick(random, countries),
      contact: { email: `c${i}@mail${below(random, 50)}.example`, isConfirmed: random() < 0.8 },
    }),
    indexes: [],
  },
  {
    collection: 'orders',
    count: ORDERS,
    seed: 62,
    document: order,
    indexes: [{ placedAt: -1 }, { 'shipping.zip': 1, placedAt: -1 }, { customerId: 1 }],
  },
]

function order(i: number, random: Random): Document {
  return {
    _id: createId('b', i),
    reference: `ORD-${String(i).padStart(9, '0')}`,
    customerId: createId('a', below(random, CUSTOMERS)),
    status: pick(random, orderStatuses),
    total: Math.round((5 + random() * 900) * 100) / 100,
    placedAt: new Date(from + Math.floor(((i + random()) / ORDERS) * span)),
    shipping: {
      city: `${pick(random, lastNames)}ville`,
      zip: formatZip(below(random, ZIPS)),
      country: pick(random, countries),
      point: { lat: below(random, 180) - 90, lon: below(random, 360) - 180 },
    },
    lines: Array.from({ length: 1 + below(random, 3) }, () => ({
      sku: `SKU-${String(below(random, 5_000)).padStart(7, '0')}`,
      quantity: 1 + below(random, 5),
      price: Math.round((1 + random() * 500) * 100) / 100,
    })),
    tags: [pick(random, adjectives), pick(random, things)],
    note: random() < 0.2 ? `${sentence(random, adjectives, 3)}, "fragile"` : null,
  }
}

/** The same on every machine. */
function createId(kind: 'a' | 'b', i: number): ObjectId {
  return ObjectId.createFromHexString(kind + i.toString(16).padStart(23, '0'))
}

/** The documents of a recipe, some at a time. */
export function* batches({ count, seed, document }: Recipe, size: number): Generator<Document[]> {
  const random = seededRandom(seed)
  for (let first = 0; first < count; first += size) {
    const length = Math.min(size, count - first)
    yield Array.from({ length }, (_, i) => document(first + i, random))
  }
}
