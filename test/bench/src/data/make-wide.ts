import type { Client } from 'pg'
import { type Random, seededRandom, someId } from './random.js'

const TABLES = 300

/** Fills an empty database with 300 small tables without rows: what start-up costs on a large schema. */
export async function makeWide(client: Client, progress: (text: string) => void): Promise<void> {
  progress(`${TABLES} tables`)
  await client.query("create type wide_status as enum ('draft', 'open', 'done')")
  const random = seededRandom(141)
  for (let i = 1; i <= TABLES; i++) {
    for (const statement of wideTable(i, chooseParents(i, random))) await client.query(statement)
  }
  await client.query('vacuum analyze')
}

/** Up to two tables made before this one. */
function chooseParents(i: number, random: Random): readonly number[] {
  if (i <= 2) return []
  return [...new Set([someId(random, i - 1), someId(random, i - 1)])]
}

function wideTable(i: number, parents: readonly number[]): readonly string[] {
  const keys = parents.map(parent => `, t${parent}_id int references t${parent}(id)`).join('')
  return [
    `create table t${i} (id serial primary key, code varchar(40) not null unique,
      name varchar(120) not null, description text, status wide_status not null default 'draft',
      amount numeric(12,2), quantity int default 0, is_active boolean default true, due_on date,
      data jsonb, created_at timestamptz default now(), updated_at timestamptz default now()${keys})`,
    ...parents.map(parent => `create index on t${i} (t${parent}_id)`),
  ]
}
