import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { below, pick, type Random } from './random.js'
import { copyText, type TableRecipe } from './tables.js'
import { adjectives, countries, things } from './words.js'

const CUSTOMERS = 20_000

/** A customer of some fifty events. */
export const customerCode = (i: number): string => `C-${String(i % CUSTOMERS).padStart(5, '0')}`

const payload = (random: Random) => ({
  source: { name: pick(random, things), version: below(random, 20) },
  customer: {
    code: customerCode(below(random, CUSTOMERS)),
    country: pick(random, countries),
    isKnown: random() < 0.8,
  },
  tags: [pick(random, adjectives), pick(random, adjectives)],
  amount: below(random, 100_000) / 100,
})

const events: TableRecipe = {
  table: 'events',
  rows: 1_000_000,
  seed: 53,
  row: (i, random) => [
    i,
    pick(random, ['seen', 'clicked', 'bought', 'returned']),
    new Date(Date.UTC(2024, 0, 1) + i * 7_000).toISOString(),
    JSON.stringify(payload(random)),
  ],
}

/**
 * The index of those who write SQL, and the one of those who filter on the flattened column: the
 * text of the value, null when it is none.
 */
const indexes = [
  `create index on events ((payload #>> '{customer,code}'))`,
  `create index on events ((case when jsonb_typeof(payload -> 'customer' -> 'code') = 'string'
     then (payload -> 'customer' -> 'code') #>> '{}' end))`,
]

/** Fills an empty database with a million rows that hold a JSON document each. */
export async function makeEvents(client: Client, progress: (text: string) => void): Promise<void> {
  await client.query(`create table events (id serial primary key, kind varchar(20) not null,
    occurred_at timestamptz not null, payload jsonb not null)`)
  progress(`events, ${events.rows.toLocaleString('en')} rows`)
  const copy = client.query(copyFrom('copy events from stdin'))
  await pipeline(Readable.from(copyText(events)), copy)
  progress('indexes')
  for (const statement of indexes) await client.query(statement)
  await client.query('vacuum (analyze, freeze)')
}
