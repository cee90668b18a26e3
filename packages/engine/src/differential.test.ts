import type { Row } from '@service/datasource-toolkit'
import { getField } from '@service/datasource-toolkit'
import { createRandom, type Random } from '@service/datasource-toolkit/testing'
import { describe, expect, it } from 'vitest'
import { aggregate, count } from './aggregate.js'
import { iterate } from './iterate.js'
import { explainList, list } from './list.js'
import { completeSort } from './plan/rewrite-sort.js'
import type { ListQuery } from './query.js'
import { relatedQuery } from './related-query.js'
import { remove } from './remove.js'
import { type Naive, naiveAggregate, naiveList, naiveMatching } from './testing/naive.js'
import {
  randomAggregation,
  randomFilter,
  randomListQuery,
  randomWorld,
  type World,
} from './testing/random-world.js'

const given = process.env.FUZZ_SEED
const firstSeed = given === 'random' ? Math.floor(Math.random() * 1e9) : Number(given ?? 1)
const worlds = given === undefined || given === 'random' ? 100 : 1
const queriesPerWorld = 20

/** Each check draws its case from the seed, so that a failure replays with FUZZ_SEED. */
type Check = (random: Random, world: World, naive: Naive) => Promise<void>

const listsAlike: Check = async (random, world, naive) => {
  const query = randomListQuery(random, randomTarget(random, world))
  const plan = await explainList(query, world.call)
  expect(await list(query, world.call), plan).toEqual(await naiveList(naive, query))
  expect(await list(query, world.call), `again: ${plan}`).toEqual(await naiveList(naive, query))
}

/** One plan serves several parents of a relation. */
const listsRelatedAlike: Check = async (random, world, naive) => {
  const query = randomListQuery(random, randomTarget(random, world))
  const { related, ...filter } = query.filter
  if (!related) return
  const base = { ...query, filter }
  for (const id of [1, 2, null, 3]) {
    const narrowed = relatedQuery(base, { relation: related.relation, parent: { id } })
    const plan = await explainList(narrowed, world.call)
    const expected = await naiveList(naive, narrowed)
    expect(await list(narrowed, world.call), plan).toEqual(expected)
    const total = (await naiveMatching(naive, query.collection, narrowed.filter)).length
    expect(await count(narrowed, world.call), plan).toBe(total)
  }
}

const resumesAlike: Check = async (random, world, naive) => {
  const query = randomListQuery(random, randomTarget(random, world))
  const sort = completeSort(query.collection, query.sort)
  const paths = new Set([...query.projection, ...sort.map(({ field }) => field)])
  const whole: ListQuery = { ...query, projection: [...paths], page: undefined }
  const rows = await naiveList(naive, whole)
  if (rows.length === 0) return
  const row = random.pick(rows)
  const after = sort.map(({ field }) => getField(row, field))
  const resumed = { ...whole, after, page: query.page }
  expect(await list(resumed, world.call), await explainList(resumed, world.call)).toEqual(
    await naiveList(naive, resumed),
  )
}

const iteratesAlike: Check = async (random, world, naive) => {
  const query = randomListQuery(random, randomTarget(random, world))
  const rows: Row[] = []
  for await (const chunk of iterate(query, world.call, { chunkSize: random.between(1, 4) })) {
    rows.push(...chunk)
  }
  expect(rows, await explainList(query, world.call)).toEqual(await naiveList(naive, query))
}

const foldsAlike: Check = async (random, world, naive) => {
  const target = randomTarget(random, world)
  const { collection } = target
  const filter = randomFilter(random, target)
  const aggregation = randomAggregation(random, collection)
  const limit = random.chance(0.3) ? 2 : undefined
  const groups = await aggregate({ collection, filter, aggregation, limit }, world.call)
  expect(groups).toEqual(await naiveAggregate(naive, collection, filter, aggregation, limit))
  const matching = await naiveMatching(naive, collection, filter)
  expect(await count({ collection, filter }, world.call)).toBe(matching.length)
}

/** Last of its world: the records it deletes are gone. */
const deletesAlike: Check = async (random, world, naive) => {
  const target = randomTarget(random, world)
  const { collection } = target
  const filter = randomFilter(random, target)
  const matching = new Set(await naiveMatching(naive, collection, filter))
  const deleted = await remove(collection, filter, world.call)
  expect(deleted).toBe(matching.size)
  const projection = collection.primaryKey.map(({ name }) => name)
  const query = { collection, filter: {}, projection, sort: [] }
  const left = await list(query, { timezone: 'UTC', now: world.call.now })
  const kept = (world.stored.get(collection.name) ?? []).filter(row => !matching.has(row))
  expect(left).toHaveLength(kept.length)
}

function randomTarget(random: Random, { model }: World) {
  const name = random.pick(['items', 'items', 'boxes', 'labels', 'things'])
  return { model, collection: model.collection(name) }
}

const checks = [listsAlike, listsAlike, listsRelatedAlike, resumesAlike, iteratesAlike, foldsAlike]

describe('a customized model', () => {
  it(`answers as the record-by-record evaluator does (${worlds * queriesPerWorld} cases)`, async () => {
    for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
      const random = createRandom(seed)
      const world = await randomWorld(random)
      const naive = { stored: world.stored, call: world.call }
      try {
        for (let index = 1; index < queriesPerWorld; index++) {
          await random.pick(checks)(random, world, naive)
        }
        await deletesAlike(random, world, naive)
      } catch (error) {
        throw new Error(`FUZZ_SEED=${seed} replays this: ${(error as Error).message}`, {
          cause: error,
        })
      }
    }
  }, 60_000)
})
