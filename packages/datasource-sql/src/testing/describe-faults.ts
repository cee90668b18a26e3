import type { Call, CollectionSource, DataSource, Row } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { type FaultProxy, startFaultProxy, type ThrowAwayServer } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqlDataSource } from '../create-sql-data-source.js'
import type { SqlOptions } from '../options.js'
import { holdTime, letTimePass, releaseTime } from './hold-time.js'

/** A kind of database server that the fault suite runs on. */
export interface FaultyServer {
  readonly name: string
  /** Absent when it is not installed; the suite is then skipped. */
  readonly url: string | undefined
  /** Starts another server, which may be killed. */
  start(): Promise<ThrowAwayServer | undefined>
  /**
   * Creates a database with `parents` (four rows; 1 has the email `a@b`), `children`, and the view
   * `slow` whose column `nap` takes 30 seconds. Returns its address.
   */
  createDatabase(url: string, name: string): Promise<string>
  watch(address: string): Promise<Watcher>
  /** What the error of a violated constraint contains on this server in addition to all others. */
  readonly details: Readonly<Record<string, object>>
}

/** A connection separate from those of the data source. */
interface Watcher {
  /** The number of statements in the server that read the view `slow`. */
  countNaps(): Promise<number>
  close(): Promise<void>
}

export const call: Call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00.000Z') }

export const open = (address: string, options?: SqlOptions): Promise<DataSource> =>
  createSqlDataSource(address, options)(
    () => {},
    async () => {},
  )

export const listAll = (
  collection: CollectionSource,
  columns: readonly string[],
  at: Call = call,
): Promise<Row[]> =>
  collection.list({ select: { collection: collection.name, columns, joins: [] }, orderBy: [] }, at)

const parents = 4

/** A record that violates a constraint, the constraint, and the columns its error names. */
const violations: readonly (readonly [string, Row, string, object])[] = [
  ['parents', { id: 1, code: 'x' }, 'unique_violation', {}],
  ['parents', { id: 9, code: 'x', email: 'a@b' }, 'unique_violation', {}],
  ['parents', { id: 9 }, 'not_null_violation', { columns: ['code'] }],
  ['parents', { id: 9, code: 'too long' }, 'value_too_long', {}],
  ['parents', { id: 9, code: 'x', age: 99_999 }, 'value_out_of_range', {}],
  ['parents', { id: 9, code: 'x', age: 0 }, 'check_violation', {}],
  ['children', { parent_id: 99 }, 'foreign_key_violation', { columns: ['parent_id'] }],
]

/** The behaviour of every SQL data source when callers, connections and servers fail. */
export function describeFaults(server: FaultyServer): void {
  describe.skipIf(!server.url)(`${server.name} under faults`, () => {
    let address: string
    let source: DataSource
    let watcher: Watcher
    beforeAll(async () => {
      address = await server.createDatabase(server.url as string, `sql_faults_${process.pid}`)
      source = await open(address, { pool: { max: 2, acquireTimeoutMs: 500 } })
      watcher = await server.watch(address)
    })
    afterAll(async () => {
      await source?.close()
      await watcher?.close()
    })

    const listParents = (of: DataSource = source) =>
      listAll(requireCollection(of, 'parents'), ['id'])
    const listSlow = (of: DataSource = source, at: Call = call) =>
      listAll(requireCollection(of, 'slow'), ['nap'], at)
    const expectNaps = (count: number) =>
      expect.poll(() => watcher.countNaps(), { timeout: 5_000, interval: 25 }).toBe(count)

    /** A data source whose connections go through a proxy. */
    const usingProxy = async (
      work: (through: DataSource, proxy: FaultProxy) => Promise<void>,
      options?: SqlOptions,
    ) => {
      const url = new URL(address)
      const proxy = await startFaultProxy(Number(url.port))
      url.port = String(proxy.port)
      const through = await open(url.href, options)
      try {
        await work(through, proxy)
      } finally {
        await through.close()
        await proxy.close()
      }
    }

    it('cancels the statement on the server when the signal is aborted, and keeps the pool usable', async () => {
      for (let round = 0; round < 3; round++) {
        const controller = new AbortController()
        const refused = expect(
          listSlow(source, { ...call, signal: controller.signal }),
        ).rejects.toThrow('gone')
        await expectNaps(1)
        controller.abort(new Error('gone'))
        await refused
        await expectNaps(0)
      }
      const answers = await Promise.all(Array.from({ length: 10 }, () => listParents()))
      expect(answers.every(rows => rows.length === parents)).toBe(true)
    })

    it('does not start a statement whose signal is already aborted', async () => {
      const signal = AbortSignal.abort(new Error('gone before'))
      await expect(listSlow(source, { ...call, signal })).rejects.toThrow('gone before')
      expect(await watcher.countNaps()).toBe(0)
    })

    it('responds with 503 when all connections stay busy, and serves again afterwards', async () => {
      const controller = new AbortController()
      const at = { ...call, signal: controller.signal }
      const slow = [0, 1].map(() => listSlow(source, at).catch(() => {}))
      await expectNaps(2)
      await expect(listParents()).rejects.toMatchObject({
        code: 'unavailable',
        status: 503,
        message: expect.stringContaining('busy'),
      })
      controller.abort()
      await Promise.all(slow)
      expect(await listParents()).toHaveLength(parents)
    })

    it('responds with 504 when a statement takes longer than it may', async () => {
      const impatient = await open(address, { statementTimeoutMs: 200 })
      try {
        await expect(listSlow(impatient)).rejects.toMatchObject({ code: 'timeout', status: 504 })
        expect(await listParents(impatient)).toHaveLength(parents)
      } finally {
        await impatient.close()
      }
    })

    it.each(violations)(
      'names the rule that %s breaks with %j: %s',
      async (name, row, code, data) => {
        const error = await requireCollection(source, name)
          .create([row], call)
          .catch((reason: unknown) => reason)
        const details = { ...data, ...server.details[code] }
        expect(error).toMatchObject({ name: 'ValidationError', status: 400, code, data: details })
        expect(await listParents()).toHaveLength(parents)
      },
    )

    it('rejects deleting a record that is still referenced', async () => {
      const children = requireCollection(source, 'children')
      await children.create([{ parent_id: 1 }], call)
      await expect(
        requireCollection(source, 'parents').delete(
          { field: 'id', operator: 'Equal', value: 1 },
          call,
        ),
      ).rejects.toMatchObject({ code: 'foreign_key_violation' })
      expect(await children.delete(undefined, call)).toBe(1)
    })

    it('repeats a read whose idle connection was cut', async () => {
      await usingProxy(async (through, proxy) => {
        for (let round = 0; round < 5; round++) {
          expect(await listParents(through)).toHaveLength(parents)
          proxy.cut()
          expect(await listParents(through)).toHaveLength(parents)
        }
      })
    })

    it('never repeats a write whose connection was cut', async () => {
      await usingProxy(async (through, proxy) => {
        const children = requireCollection(through, 'children')
        proxy.hold(true)
        const write = children.create([{ parent_id: 1 }], call)
        const refused = expect(write).rejects.toMatchObject({ code: 'unavailable', status: 503 })
        await new Promise(done => setTimeout(done, 100))
        proxy.cut()
        proxy.hold(false)
        await refused
        expect((await listAll(children, ['id'])).length).toBeLessThanOrEqual(1)
      })
      await requireCollection(source, 'children').delete(undefined, call)
    })

    it('responds with 504 when the network drops the response, and serves the next request', async () => {
      await usingProxy(
        async (through, proxy) => {
          expect(await listParents(through)).toHaveLength(parents)
          proxy.hold(true)
          holdTime()
          try {
            const unanswered = letTimePass(listParents(through), 1_000)
            await expect(unanswered).rejects.toMatchObject({ status: 504 })
          } finally {
            releaseTime()
          }
          proxy.hold(false)
          expect(await listParents(through)).toHaveLength(parents)
        },
        { statementTimeoutMs: 200 },
      )
    })

    it('responds with 503 when the connection is cut during a query, and serves the next request', async () => {
      await usingProxy(async (through, proxy) => {
        const refused = expect(listSlow(through)).rejects.toMatchObject({
          status: 503,
          message: expect.stringContaining('is unavailable'),
        })
        await expectNaps(1)
        proxy.refuse(true)
        proxy.cut()
        await refused
        proxy.refuse(false)
        expect(await listParents(through)).toHaveLength(parents)
      })
    })
  })

  describe.skipIf(!server.url)(`${server.name} that stops and comes back`, () => {
    it('responds with 503 while it is gone and serves again once it is back', async () => {
      const started = await server.start()
      if (!started) return
      let source: DataSource | undefined
      try {
        const address = await server.createDatabase(started.url, 'comes_back')
        source = await open(address, { pool: { acquireTimeoutMs: 3_000 } })
        const all = requireCollection(source, 'parents')
        await Promise.all(Array.from({ length: 10 }, () => listAll(all, ['id'])))
        await started.kill()
        await expect(listAll(all, ['id'])).rejects.toMatchObject({ status: 503 })
        await expect(source.check()).rejects.toMatchObject({ status: 503 })
        await started.start()
        expect(await listAll(all, ['id'])).toHaveLength(parents)
        await source.check()
      } finally {
        await source?.close()
        await started.stop()
      }
    })
  })
}
