import { createRandom } from '@service/datasource-toolkit/testing'
import { chooseRounds, type FaultProxy, fuzzSeed, startFaultProxy } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database, Statement } from './database.js'
import { openDatabase } from './open-database.js'
import type { ConnectionOptions } from './options.js'
import { holdTime, letTimePass, releaseTime } from './testing/hold-time.js'

const MAX = 4
const ROUNDS = chooseRounds(5, 25)
const limits = { timeoutMs: 200, maxRows: 10 }

const servers = [
  { name: 'PostgreSQL', url: inject('postgresUrl'), sleep: 'select pg_sleep(30)::text' },
  { name: 'MariaDB', url: inject('mariadbUrl'), sleep: 'select sleep(30)' },
]

const statement = (text: string, name?: string): Statement => ({ text, values: [], name })

describe.each(servers)('the pool of $name', ({ url, sleep }) => {
  let proxy: FaultProxy
  let database: Database

  const open = async (address: string, options: ConnectionOptions) =>
    (await openDatabase(address, options)).database

  beforeAll(async () => {
    if (!url) return
    const address = new URL(url)
    proxy = await startFaultProxy(Number(address.port))
    address.port = String(proxy.port)
    database = await open(address.href, {
      pool: { max: MAX, acquireTimeoutMs: 2_000 },
      statementTimeoutMs: 600,
      sslMode: 'disabled',
    })
  })
  afterAll(async () => {
    proxy?.hold(false)
    await database?.close()
    await proxy?.close()
  })

  /** As many transactions as the pool has connections: each waits until all are open. */
  const expectWholePool = async () => {
    let inside = 0
    let open = () => {}
    const everybody = new Promise<void>(resolve => {
      open = resolve
    })
    const results = await Promise.all(
      Array.from({ length: MAX }, (_, index) =>
        database.transaction(async session => {
          if (++inside === MAX) open()
          await everybody
          return (await session.run(statement(`select ${index}`))).rows
        }),
      ),
    )
    expect(results.map(rows => String((rows[0] as unknown[])[0]))).toEqual(['0', '1', '2', '3'])
  }

  const settled = (works: readonly Promise<unknown>[]) =>
    Promise.all(works.map(work => work.catch(error => error as Error)))

  it.skipIf(!url)(
    'recovers after the network dropped everything at the same time',
    async () => {
      await expectWholePool()
      holdTime()
      const controller = new AbortController()
      const withHeldConnections = async () => proxy.hold(true)
      const works = [
        // Its rollback would get no response either.
        database.transaction(async session => {
          await session.run(statement('select 1'))
          await withHeldConnections()
          await session.run(statement('select 1'))
        }),
        // Not prepared yet.
        database.transaction(async session => {
          await session.run(statement('select 2'))
          await withHeldConnections()
          await session.run(statement(`select 'never asked before'`))
        }),
        // The cancel request is not delivered either.
        database.transaction(async session => {
          await session.run(statement('select 3'))
          await withHeldConnections()
          setTimeout(() => controller.abort(new Error('gone')), 10)
          await session.run(statement(sleep))
        }, controller.signal),
        // The response arrives later, after the request has failed.
        database.readOnly(statement(sleep), limits, controller.signal),
      ]
      // The limits of all four pass, one after the other.
      const outcomes = await letTimePass(settled(works), 200).finally(releaseTime)
      expect(outcomes.every(outcome => outcome instanceof Error)).toBe(true)
      proxy.hold(false)
      await expectWholePool()
    },
    60_000,
  )

  it.skipIf(!url)(
    'is whole again after any sequence of faults',
    async () => {
      const random = createRandom(fuzzSeed)
      const faults = ['nothing', 'cut', 'abort', 'cut after a hold', 'refuse', 'timeout'] as const
      const ways = ['read', 'write', 'transaction', 'failing transaction', 'readOnly'] as const
      for (let round = 0; round < ROUNDS; round++) {
        const controller = new AbortController()
        const { signal } = controller
        const fault = random.pick(faults)
        const text = fault === 'nothing' || random.chance(0.3) ? 'select 1' : sleep
        const run = (way: (typeof ways)[number]): Promise<unknown> => {
          if (way === 'read') return database.read(statement(text), signal)
          if (way === 'write') return database.write(statement(text), signal)
          if (way === 'readOnly') return database.readOnly(statement(text), limits, signal)
          return database.transaction(async session => {
            await session.run(statement(text))
            if (way === 'failing transaction') throw new Error('changed my mind')
          }, signal)
        }
        const running = settled(Array.from({ length: MAX + 2 }, () => run(random.pick(ways))))
        await new Promise(done => setTimeout(done, random.between(0, 20)))
        if (fault === 'cut after a hold') proxy.hold(true)
        if (fault === 'refuse') proxy.refuse(true)
        if (fault === 'abort') controller.abort(new Error('gone'))
        else if (fault !== 'nothing' && fault !== 'timeout') proxy.cut()
        proxy.hold(false)
        await running
        proxy.refuse(false)
      }
      await expectWholePool()
    },
    60_000,
  )
})

describe.skipIf(!servers[0]?.url)('statements prepared on a connection of PostgreSQL', () => {
  it('are bounded: the least used are given back, those in use stay', async () => {
    const { database } = await openDatabase(servers[0]?.url ?? '', { pool: { max: 1 } })
    try {
      const read = (index: number | string) =>
        database.read(statement(`select '${index}'`, `test_${index}`))
      const prepared = async () => {
        const { rows } = await database.read(
          statement(`select name, prepare_time::text from pg_prepared_statements`),
        )
        return new Map(rows as [string, string][])
      }
      await read('hot')
      const first = (await prepared()).get('test_hot')
      for (let index = 0; index < 1_200; index++) {
        await read(index)
        if (index % 50 === 0) await read('hot')
        if (index % 400 === 0) expect((await prepared()).size).toBeLessThanOrEqual(500)
      }
      const last = await prepared()
      expect(last.size).toBeLessThanOrEqual(500)
      expect(last.size).toBeGreaterThanOrEqual(250)
      expect(last.get('test_hot')).toBe(first)
      expect([last.has('test_1199'), last.has('test_0')]).toEqual([true, false])
      expect((await read(0)).rows).toEqual([['0']])
    } finally {
      await database.close()
    }
  })
})

describe.skipIf(!servers[1]?.url)('statements prepared on a connection of MariaDB', () => {
  it('are bounded: the least used are given back', async () => {
    const { database } = await openDatabase(servers[1]?.url ?? '', { pool: { max: 1 } })
    try {
      for (let index = 0; index < 700; index++) await database.read(statement(`select ${index}`))
      const { rows } = await database.read(
        statement(`show session status where variable_name like 'Com_stmt_%'`),
      )
      const counts = Object.fromEntries(rows as [string, string][])
      expect(Number(counts.Com_stmt_prepare)).toBeGreaterThanOrEqual(700)
      const open = Number(counts.Com_stmt_prepare) - Number(counts.Com_stmt_close)
      expect(open).toBeLessThanOrEqual(501)
    } finally {
      await database.close()
    }
  })
})
