import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent, createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createRandom, type OpenedSource } from '@service/datasource-toolkit/testing'
import { fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  mariadb,
  memory,
  mongo,
  pglite,
  postgres,
  type SourceKind,
  sqlite,
} from './differential-sources.js'
import { customizeItems } from './exports/customize-items.js'
import { itemTables, people } from './exports/item-tables.js'
import { type RandomList, randomList } from './exports/random-list.js'
import { type Ask, readByCursor, readByNumber, readCount, readExport } from './exports/read-list.js'

const LISTS = 24
const largestPage = 1_000

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')
const mongoUrl = inject('mongoUrl')
const starters: readonly (readonly [
  string,
  (() => SourceKind | Promise<SourceKind>) | undefined,
])[] = [
  ['memory', memory],
  ['SQLite', sqlite],
  ['PGlite', pglite],
  ['PostgreSQL', postgresUrl ? () => postgres(postgresUrl) : undefined],
  ['MariaDB', mariadbUrl ? () => mariadb(mariadbUrl) : undefined],
  ['MongoDB', mongoUrl ? () => mongo(mongoUrl) : undefined],
]

describe.each(starters)('exports and pages of an agent on %s', (_name, start) => {
  let folder: string
  let kind: SourceKind
  let opened: OpenedSource
  let agent: Agent
  let ask: Ask

  beforeAll(async () => {
    if (!start) return
    folder = await mkdtemp(join(tmpdir(), 'exports-'))
    kind = await start()
    opened = await kind.open(itemTables(fuzzSeed))
    const service = createInProcessService({
      users: [{ id: 1, email: 'admin@example.com', roleId: 1, permissionLevel: 'admin' }],
      rights: true,
    })
    agent = createAgent({
      authSecret: 'a secret for tests, of 32 characters',
      envSecret: '0'.repeat(64),
      logger: () => {},
      schemaPath: join(folder, 'schema.json'),
      service,
    })
      .addDataSource(async () => ({ ...opened.source, close: async () => {} }))
      .addDataSource(createMemoryDataSource(people))
    customizeItems(agent)
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    const url = `http://127.0.0.1:${agent.standaloneServerPort}/service`
    const authorization = `Bearer ${await service.signIn(url, 1)}`
    ask = async path => {
      const response = await fetch(`${url}${path}&timezone=UTC`, { headers: { authorization } })
      const text = await response.text()
      if (response.status === 200) return text
      throw new Error(`${response.status} ${text.slice(0, 500)} <- ${decodeURIComponent(path)}`)
    }
  })
  afterAll(async () => {
    await agent?.stop()
    await opened?.close()
    await kind?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
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
  return Math.min(Math.max(Math.ceil(records / pages), 1), largestPage)
}
