import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Call, DataSource, NativeConnection } from '@service/datasource-toolkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DialectName } from '../database.js'
import { nativeAttacks, nativeReads } from './native-attacks.js'

interface AttackTarget {
  readonly source: DataSource
  /**
   * Reads, over a separate connection, what an attack could change: rows, locks, names of tables.
   */
  look(): Promise<unknown>
  close(): Promise<void>
}

const call: Call = { timezone: 'UTC', now: new Date(0) }
const files = ['/tmp/native_attack', '/tmp/native_attack.db']

/** Runs every attack against a real database, and checks that nothing changed. */
export function describeNativeQueries(
  name: string,
  dialect: DialectName,
  open: () => Promise<AttackTarget>,
): void {
  describe(`native queries on ${name}`, () => {
    let victim: AttackTarget
    let connection: NativeConnection
    beforeAll(async () => {
      for (const file of files) await rm(file, { force: true })
      victim = await open()
      connection = victim.source.nativeConnections[0] as NativeConnection
    })
    afterAll(() => victim?.close())

    const run = (text: string) => connection.query({ texts: [text], values: [] }, call)

    it('are rejected when they do more than read, and change nothing', async () => {
      const before = await victim.look()
      const passed: string[] = []
      for (const attack of nativeAttacks[dialect]) {
        const refused = await run(attack).catch((error: { status?: number }) => error)
        if ((refused as { status?: number }).status !== 422) passed.push(attack)
      }
      expect(passed).toEqual([])
      expect(await victim.look()).toEqual(before)
      expect(files.filter(existsSync)).toEqual([])
    })

    it.each(nativeReads[dialect])('read: %j', async text => {
      expect((await run(text)).length).toBeGreaterThan(0)
    })
  })
}
