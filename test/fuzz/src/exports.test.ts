import { createMemoryDataSource } from '@service/datasource-memory'
import { createRandom, type OpenedSource } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { type StartedAgent, startAgent } from '@service/test-support/agent'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { SourceKind } from './differential-sources.js'
import { customizeItems } from './exports/customize-items.js'
import { itemTables, people } from './exports/item-tables.js'
import { type RandomList, randomList } from './exports/random-list.js'
import { type Ask, readByCursor, readByNumber, readCount, readExport } from './exports/read-list.js'
import { listSourceStarters } from './source-starters.js'

const LISTS = chooseRounds(2, 24)
const maxPageBytes = 1_000

const starters = listSourceStarters({
  postgresUrl: inject('postgresUrl'),
  mariadbUrl: inject('mariadbUrl'),
  mongoUrl: inject('mongoUrl'),
})

describe.each(starters)('exports and pages of an agent on %s', (_name, start) => {
  let kind: SourceKind
  let opened: OpenedSource
  let started: StartedAgent
  let ask: Ask

  beforeAll(async () => {
    if (!start) return
    kind = await start()
    opened = await kind.open(itemTables(fuzzSeed))
    started = await startAgent(agent => {
      agent
        .addDataSource(async () => ({ ...opened.source, close: async () => {} }))
        .addDataSource(createMemoryDataSource(people))
      customizeItems(agent)
    })
    const { url, token } = started
    const authorization = `Bearer ${token}`
    ask = async path => {
      const response = await fetch(`${url}${path}&timezone=UTC`, { headers: { authorization } })
      const text = await response.text()
      if (response.status === 200) return text
      throw new Error(`${response.status} ${text.slice(0, 500)} <- ${decodeURIComponent(path)}`)
    }
  })
  afterAll(async () => {
    await started?.close()
    await opened?.close()
    await kind?.stop()
  })

  it.skipIf(!start)(
    `hold the same records in the same order: ${LISTS} lists from seed ${fuzzSeed}`,
    async () => {
      const random = createRandom(fuzzSeed)
      let found = 0
      for (let number = 0; number < LISTS; number++) {
        const list = randomList(random)
        const exported = await readExport(ask, list)
        if (exported.length > 0) found++
        const size = pageSize(exported.length, random.pick([1, 2, 3]))
        await expectSame(list, exported, size)
      }
      // Lists that are all empty would prove little.
      expect(found).toBeGreaterThan(LISTS / 4)
    },
    300_000,
  )

  async function expectSame(list: RandomList, exported: readonly string[], size: number) {
    const asked = `${list.path} ${decodeURIComponent(list.query)}, pages of ${size}. Replay with FUZZ_SEED=${fuzzSeed}.`
    expect(await readByNumber(ask, list, size), `by number: ${asked}`).toEqual(exported)
    expect(await readByCursor(ask, list, size), `by cursor: ${asked}`).toEqual(exported)
    expect(await readCount(ask, list), `count: ${asked}`).toBe(exported.length)
  }
})

/** Pages that a list fills, but for the last. */
function pageSize(records: number, pages: number): number {
  return Math.min(Math.max(Math.ceil(records / pages), 1), maxPageBytes)
}
