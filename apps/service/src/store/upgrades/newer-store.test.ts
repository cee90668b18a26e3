import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { backup } from '../../cli/backup.js'
import type { CommandIo } from '../../cli/command-io.js'
import { migrateStore } from '../../cli/migrate.js'
import { restore } from '../../cli/restore.js'
import { startService } from '../../start-service.js'
import { captureIo } from '../../testing/capture-io.js'
import { fingerprintStore } from '../../testing/fingerprint-store.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { toVariables } from '../../testing/service-process.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { checkBackup } from '../backup/read-backup.js'
import { migrations } from '../migrations/index.js'
import { openStore, type Store } from '../open-store.js'

onEachStoreInLongRuns('a database that a newer version has migrated', postgresUrl => {
  let service: TestService
  let folder: string
  const level = Object.keys(migrations).at(-1) ?? ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-newer-'))
    service = await startTestService(postgresUrl)
    await service.pause()
  })
  afterAll(async () => {
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const inStore = async <T>(use: (store: Store) => Promise<T>) => {
    const store = await openStore(service.config)
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }
  const record = (...names: string[]) =>
    inStore(async ({ db }) => {
      for (const name of names) {
        await sql`insert into kysely_migration values (${name}, '2030-01-01T00:00:00.000Z')`.execute(
          db,
        )
      }
    })
  afterEach(() =>
    inStore(({ db }) => sql`delete from kysely_migration where name > ${level}`.execute(db)),
  )
  const run = async (command: (io: CommandIo) => Promise<void>) => {
    const io = captureIo(toVariables(service.config))
    await command(io)
    return io.written.output
  }
  const start = async () => {
    const lines: { level: string; msg: string; migrations?: string[] }[] = []
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void lines.push(JSON.parse(line)) },
    )
    const running = await startService(service.config, log)
    await running.stop()
    return lines
  }

  it('is served, with a warning, when the newer migrations only add', async () => {
    await record('901-more', '902-more')
    expect(await start()).toEqual([
      expect.objectContaining({
        migrations: ['901-more', '902-more'],
        msg: 'A newer version has migrated the database; this one runs on it, too',
      }),
    ])
    expect(await run(io => migrateStore({}, io))).toMatch(/^Nothing to do/)
  })

  it('is served when what was removed is not used since this level', async () => {
    await record('901-more', `902-less-needs-${level.slice(0, 3)}`)
    expect(await start()).toHaveLength(1)
  })

  describe.each([
    ['something was removed that this version uses', ['901-more', '902-less-needs-901']],
    ['two removals came, and one of them matters', ['901-less-needs-001', '902-less-needs-900']],
  ])('when %s', (_name, names) => {
    it('is refused with what to do, and not changed', async () => {
      await record(...names)
      const before = await inStore(fingerprintStore)
      await expect(startService(service.config, pino({ level: 'silent' }))).rejects.toMatchObject({
        code: 'store_too_new',
        message: `A newer version of the service has migrated the database (${names.join(', ')}), and this one, which knows it up to ${level}, cannot run on it. Nothing was changed. Start the newer version; to go back, restore the backup made before the upgrade into an empty database.`,
      })
      await expect(run(io => migrateStore({}, io))).rejects.toThrow('Start the newer version')
      expect(await inStore(fingerprintStore)).toEqual(before)
    })
  })

  it('is refused when it lacks a migration of this version', async () => {
    await record('901-of-a-branch')
    const remove = sql`delete from kysely_migration where name = ${level}`
    await inStore(({ db }) => remove.execute(db))
    await expect(startService(service.config, pino({ level: 'silent' }))).rejects.toMatchObject({
      code: 'store_too_new',
    })
    await record(level)
  })

  it('is saved with its own level, and this version refuses to restore that', async () => {
    await record('901-more')
    const file = join(folder, 'newer.gz')
    await run(io => backup(file, {}, io))
    expect((await checkBackup(file)).migrations.at(-1)).toBe('901-more')
    await expect(run(io => restore(file, { force: true }, io))).rejects.toThrow(
      `${file} cannot be restored: it was made by a newer version of the service, which has also the migrations 901-more. Restore it with that version.`,
    )
  })
})
