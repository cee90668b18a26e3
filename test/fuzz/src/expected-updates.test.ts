import type { DataSource, Row } from '@service/datasource-toolkit'
import { createRandom, type TestTable } from '@service/datasource-toolkit/testing'
import {
  type CollectionModel,
  compile,
  createCustomizer,
  type EngineCall,
  readRecord,
  updateExpectedRecord,
} from '@service/engine'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type SourceKind, usingSource } from './differential-sources.js'
import { listSourceStarters } from './source-starters.js'

const rounds = chooseRounds(2, 20)
const writers = 4
const updatesPerWriter = 8

const starters = listSourceStarters({
  postgresUrl: inject('postgresUrl'),
  mariadbUrl: inject('mariadbUrl'),
  mongoUrl: inject('mongoUrl'),
})

const accounts: TestTable = {
  name: 'accounts',
  columns: [
    { name: 'id', type: 'Number' },
    { name: 'amount', type: 'Number', number: 'decimal' },
    { name: 'note', type: 'String' },
    { name: 'seen_at', type: 'Date' },
    { name: 'history', type: 'Json' },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
  rows: [
    { id: 1, amount: 0, note: '', seen_at: '2024-01-01T00:00:00.000Z', history: [] },
    { id: 2, amount: null, note: null, seen_at: null, history: null },
  ],
}

type Field = 'amount' | 'note' | 'seen_at' | 'history'

/** Each update adds one to what it saw. */
const nextValues: Readonly<Record<Field, (seen: unknown) => unknown>> = {
  amount: seen => Number(seen ?? 0) + 1,
  note: seen => `${seen ?? ''}x`,
  seen_at: seen => new Date(Date.parse(String(seen ?? start)) + 1000).toISOString(),
  history: seen => [...((seen as readonly unknown[] | null) ?? []), 'x'],
}

const start = '2024-01-01T00:00:00.000Z'

/** How often a value was updated. */
const counts: Readonly<Record<Field, (value: unknown) => number>> = {
  amount: value => Number(value ?? 0),
  note: value => String(value ?? '').length,
  seen_at: value => (Date.parse(String(value ?? start)) - Date.parse(start)) / 1000,
  history: value => ((value as readonly unknown[] | null) ?? []).length,
}

const call = (): EngineCall => ({ timezone: 'UTC', now: new Date(), isOuter: true })

/** A model of its own per agent; some of them with a hook, which takes another way to the source. */
async function openAgents(
  dataSource: DataSource,
  count: number,
  isHooked: boolean,
): Promise<readonly CollectionModel[]> {
  const customizer = createCustomizer()
  if (isHooked) {
    customizer.customizeCollection('accounts', collection =>
      collection.addHook('Before', 'Update', async () => {}),
    )
  }
  const models = Array.from({ length: count }, () => compile([{ dataSource }], customizer.journal))
  return (await Promise.all(models)).map(model => model.collection('accounts'))
}

async function race(dataSource: DataSource, seed: number): Promise<void> {
  const random = createRandom(seed)
  const agentCount = random.between(1, 2)
  const agents = await openAgents(dataSource, agentCount, random.chance(0.5))
  // Documents are compared by a read before the write, which is certain within one agent only.
  const fields: Field[] = ['amount', 'note', 'seen_at']
  if (agentCount === 1) fields.push('history')
  const done = new Map<string, number>()

  const updateOnce = async (collection: CollectionModel): Promise<void> => {
    const id = random.between(1, 2)
    const chosen = random.some(fields, 0.4)
    const names = chosen.length > 0 ? chosen : [random.pick(fields)]
    const query = { collection, projection: names }
    let seen: Row = (await readRecord(query, [id], call()))!
    for (;;) {
      const patch = Object.fromEntries(names.map(name => [name, nextValues[name](seen[name])]))
      const { isFound, current } = await updateExpectedRecord(query, [id], patch, seen, call())
      expect(isFound).toBe(true)
      if (!current) break
      seen = current
    }
    for (const name of names) {
      done.set(`${name} of ${id}`, (done.get(`${name} of ${id}`) ?? 0) + 1)
    }
  }

  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let update = 0; update < updatesPerWriter; update++) {
        await updateOnce(agents[writer % agents.length]!)
      }
    }),
  )
  for (const id of [1, 2]) {
    const row = (await readRecord({ collection: agents[0]!, projection: fields }, [id], call()))!
    for (const name of fields) {
      expect(counts[name](row[name]), `${name} of ${id}, FUZZ_SEED=${seed}`).toBe(
        done.get(`${name} of ${id}`) ?? 0,
      )
    }
  }
}

describe.each(starters)('%s loses no update that expects what it replaces', (_name, starter) => {
  let kind: SourceKind
  beforeAll(async () => {
    if (starter) kind = await starter()
  })
  afterAll(() => kind?.stop())

  it.skipIf(!starter)(
    `${rounds} races of ${writers} writers from seed ${fuzzSeed}`,
    async () => {
      for (let seed = fuzzSeed; seed < fuzzSeed + rounds; seed++) {
        await usingSource(kind, [accounts], source => race(source, seed))
      }
    },
    300_000,
  )
})
