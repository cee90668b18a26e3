import { setTimeout as sleep } from 'node:timers/promises'
import { createGate } from '@service/test-support'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { advanceStream } from './advance-stream.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('advanceStream', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())

  const advance = (count: number, hold: () => Promise<void> = async () => {}) =>
    service.deps.store.db.transaction().execute(async transaction => {
      const run = await advanceStream(transaction, 1, 'notes', count)
      await hold()
      return run
    })
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and not granted`.execute(service.deps.store.db)
    return rows[0]?.count
  }

  it('gives each caller places after all places given before', async () => {
    const first = await advance(3)
    const second = await advance(2)
    expect([first.firstSeq, second.firstSeq]).toEqual([1, 4])
    const instants = [0, 1, 2].map(first.instantAt).concat([0, 1].map(second.instantAt))
    expect(instants).toEqual([...new Set(instants)].sort())
  })

  it('serves those who wait in the order they came', async () => {
    const held = createGate()
    const released = createGate()
    const holder = advance(1, () => {
      held.open()
      return released.isOpen
    })
    await held.isOpen
    const callers: ReturnType<typeof advance>[] = []
    for (let caller = 0; caller < 8; caller++) {
      callers.push(advance(1))
      while ((await waiting()) !== caller + 1) await sleep(5)
    }
    released.open()
    const { firstSeq } = await holder
    const served = await Promise.all(callers)
    expect(served.map(run => run.firstSeq)).toEqual(
      Array.from({ length: 8 }, (_, caller) => firstSeq + 1 + caller),
    )
  })
})
