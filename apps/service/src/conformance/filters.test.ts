import { chooseRounds } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../testing/ask.js'
import { expectedLists, type ListCase } from '../testing/expected-lists.js'
import { createListWorld, type ListWorld } from '../testing/list-world.js'
import { onAnyStore } from '../testing/on-each-store.js'
import { createRandom } from '../testing/random.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const RANDOM_ROUNDS = chooseRounds(5, 80)
/** Of how many pairs of filters one is tried. */
const PAIR_TURNS = chooseRounds(8, 1)
/** Of how many spellings of an instant a filter meets one. */
const SPELLING_TURNS = chooseRounds(6, 1)
/** How many rows of a value alone are compared. */
const LIMIT = chooseRounds(25, 100)

/** One value of one parameter: what is sent, what is echoed, which rows match. */
interface Chosen {
  readonly name: string
  readonly value: ListCase<unknown>['values'][string][number]
}

onAnyStore('every filter', postgresUrl => {
  let service: TestService
  let world: ListWorld
  let lists: readonly ListCase<unknown>[]

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    world = await createListWorld(service.deps.store)
    lists = expectedLists(world)
  })
  afterAll(() => service?.stop())

  /** Asks with these parameters, and compares the whole answer with a plain filter over all rows. */
  async function check(list: ListCase<unknown>, chosen: readonly Chosen[], paging: Paging) {
    const matching = list.rows.filter(row => chosen.every(({ value }) => value.matches(row)))
    if (paging.order !== 'asc') matching.reverse()
    const limit = paging.limit ?? 10
    const search = [
      ...chosen.map(({ name, value }) => `${name}=${value.raw ?? encodeURIComponent(value.text)}`),
      ...Object.entries(paging).map(([name, value]) => `${name}=${value}`),
    ].join('&')
    const { status, body } = await ask(service.url, 'GET', `${list.path}?${search}`, world)
    expect({ search, status, body: { ...body, nextCursor: undefined } }).toEqual({
      search,
      status: 200,
      body: {
        hasMore: matching.length > limit,
        parameters: {
          ...list.names,
          limit: 10,
          ...paging,
          ...Object.fromEntries(chosen.map(({ name, value }) => [name, value.echo ?? value.text])),
        },
        data: matching.slice(0, limit).map(list.toItem),
      },
    })
    return matching.length
  }

  describe.each(['notes', 'activity-logs', 'admin-logs'])('of %s', name => {
    const find = () => lists.find(list => list.name === name) as ListCase<unknown>

    it('answers everything without a filter', async () => {
      const list = find()
      for (const paging of [{}, { limit: 1 }, { limit: 100 }, { order: 'asc' }] as Paging[]) {
        expect(await check(list, [], paging)).toBe(240)
      }
    })

    it('works alone, with every value', async () => {
      const list = find()
      const matched = new Map<string, number>()
      for (const [turn, [parameter, values]] of Object.entries(list.values).entries()) {
        for (const value of takeTurns(values, turn)) {
          const count = await check(list, [{ name: parameter, value }], { limit: LIMIT })
          matched.set(parameter, (matched.get(parameter) ?? 0) + count)
        }
      }
      expect([...matched].filter(([, count]) => count === 0)).toEqual([])
    })

    it('works in pairs with every other', async () => {
      const list = find()
      const random = createRandom(3)
      const names = Object.keys(list.values)
      const pairs = names.flatMap((first, index) =>
        names.slice(index + 1).map(second => [first, second]),
      )
      for (const pair of pairs.filter((_, index) => index % PAIR_TURNS === 0)) {
        await check(list, choose(list, pair, random), pickPaging(random))
      }
    })

    it('works in random combinations', async () => {
      const list = find()
      const random = createRandom(4)
      const names = Object.keys(list.values)
      for (let round = 0; round < RANDOM_ROUNDS; round++) {
        const some = names.filter(() => random.below(names.length) < 3)
        await check(list, choose(list, some, random), pickPaging(random))
      }
    })
  })
})

type Values = ListCase<unknown>['values'][string]

/** Filters of instants share the many spellings: each meets some, and those at the ends, which match rows. */
function takeTurns(values: Values, turn: number): Values {
  if (values.length < 10) return values
  return values.filter(
    (_, index) => (index + turn) % SPELLING_TURNS === 0 || index === 0 || index > values.length - 3,
  )
}

interface Paging {
  readonly limit?: number
  readonly order?: 'asc' | 'desc'
}

type Random = ReturnType<typeof createRandom>

function pickPaging(random: Random): Paging {
  return random.pick<Paging>([
    { limit: 100 },
    { limit: 7, order: 'desc' },
    { order: 'asc' },
    { limit: 1, order: 'asc' },
  ])
}

function choose(list: ListCase<unknown>, names: readonly string[], random: Random): Chosen[] {
  return names.map(name => ({ name, value: random.pick(list.values[name] ?? []) }))
}
