import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { writeActivityLogs } from '../features/activity-logs/write-activity-logs.js'
import { writeAdminLog } from '../features/admin-logs/write-admin-log.js'
import { archiveFolder, readArchive } from '../logs/archive-files.js'
import { ensurePartitions } from '../logs/ensure-partitions.js'
import { verifyLogs } from '../logs/verify-logs.js'
import type { Instant } from '../store/instant.js'
import { onEachStoreInLongRuns } from '../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { maintain } from './maintain.js'

const postgresUrl = inject('postgresUrl')
const NOW = new Date('2024-06-15T12:00:00Z')

/** Twenty entries a day apart, from 2024-04-26 to 2024-05-15. */
const DAYS = Array.from({ length: 20 }, (_, index) =>
  new Date(Date.UTC(2024, 3, 26 + index)).toISOString().replace('000Z', '000000Z'),
)

onEachStoreInLongRuns('maintenance', url => {
  let service: TestService
  let project: SeededProject
  let folder: string
  let complaints: { msg: string; err?: { message: string } }[]

  beforeAll(async () => {
    service = await startTestService(url)
    folder = archiveFolder(service.config)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    complaints = []
    await rm(folder, { recursive: true, force: true })
    for (const table of ['activity_logs', 'admin_logs', 'streams', 'retention', 'log_archives']) {
      await run(sql`delete from ${sql.table(table)}`)
    }
    await ensurePartitions(service.deps.store.db, new Date('2024-03-01'))
    project = await createSeed(service.deps.store).project()
    await write(project, DAYS)
  })

  const run = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await statement.execute(service.deps.store.db)).rows
  const write = (owner: SeededProject, moments: readonly Instant[]) =>
    service.deps.store.db.transaction().execute(transaction =>
      writeActivityLogs(
        transaction,
        { id: owner.environment.id, projectId: owner.id },
        moments.map(at => ({
          type: 'read' as const,
          action: 'index' as const,
          userId: owner.admin.id,
          at,
        })),
      ),
    )
  const keep = (days: number, ownerId = project.environment.id, what = 'activity_logs') =>
    run(sql`insert into retention (owner_id, kind, days) values (${ownerId}, ${what}, ${days})
      on conflict (owner_id, kind) do update set days = excluded.days`)
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void complaints.push(JSON.parse(line)) },
  )
  const tidy = (overrides: { archiveDir?: string; fileRows?: number } = {}) =>
    maintain(
      {
        store: service.deps.store,
        secrets: service.deps.secrets,
        config: { ...service.config, archiveDir: overrides.archiveDir },
        log,
      },
      { now: NOW, fileRows: overrides.fileRows },
    )
  const live = async (owner = project) =>
    (
      await run(sql<{ seq: number }>`select seq from activity_logs
        where environment_id = ${owner.environment.id} order by seq`)
    ).map(row => row.seq)
  const files = async () => (await readdir(folder).catch(() => [])).sort()
  const archived = async () => {
    const seqs: number[] = []
    for (const name of await files()) {
      for await (const link of readArchive(join(folder, name))) seqs.push(link.seq)
    }
    return seqs.sort((a, b) => a - b)
  }
  const problems = async (archiveDir?: string) =>
    (await verifyLogs(service.deps.store.db, { archiveDir })).flatMap(
      stream => stream.problem ?? [],
    )
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index)

  it('archives what has expired, month by month, and removes it', async () => {
    await keep(40) // up to 2024-05-06 12:00
    await tidy()
    const owner = project.environment.id
    expect(await files()).toEqual([
      `activity_logs-${owner}-1-5.ndjson.gz`,
      `activity_logs-${owner}-6-11.ndjson.gz`,
    ])
    expect([await archived(), await live()]).toEqual([numbers(1, 11), numbers(12, 20)])
    expect([await problems(), await problems(folder), complaints]).toEqual([[], [], []])
  })

  it('splits a month that is too long for one file', async () => {
    await keep(40)
    await tidy({ fileRows: 2 })
    const owner = `activity_logs-${project.environment.id}`
    expect(await files()).toEqual(
      ['1-2', '3-4', '5-5', '6-7', '8-9', '10-11'].map(run => `${owner}-${run}.ndjson.gz`).sort(),
    )
    expect([await archived(), await live()]).toEqual([numbers(1, 11), numbers(12, 20)])
    expect(await problems(folder)).toEqual([])
  })

  it('goes on where it stopped the time before', async () => {
    await keep(40)
    await tidy()
    await keep(35)
    await tidy()
    await keep(1)
    await tidy()
    expect([await archived(), await live()]).toEqual([numbers(1, 20), []])
    await write(project, ['2024-06-15T11:00:00.000000Z'])
    expect(await live()).toEqual([21])
    expect([await problems(), await problems(folder)]).toEqual([[], []])
  })

  it('drops a month once every log of it is archived, and not before', async () => {
    const exists = async () =>
      (
        await run(
          sql<{ is: boolean }>`select to_regclass('activity_logs_2024_04') is not null as is`,
        )
      )[0]?.is
    const other = await createSeed(service.deps.store).project()
    await write(other, DAYS.slice(0, 3))
    await keep(40)
    await tidy()
    expect([await exists(), await live(other)]).toEqual([true, [1, 2, 3]])
    await keep(40, other.environment.id)
    await tidy()
    expect([await exists(), await live(other), await live()]).toEqual([false, [], numbers(12, 20)])
    expect(await problems(folder)).toEqual([])
  })

  it('archives admin logs of a project in the same way', async () => {
    await service.deps.store.db.transaction().execute(transaction =>
      writeAdminLog(transaction, {
        projectId: project.id,
        actor: { initiator: 'service' },
        type: 'add',
        resource: 'role',
        newValue: { object: 'role', name: 'Support' },
      }),
    )
    await keep(1, project.id, 'admin_logs')
    await maintain(
      { ...service.deps, config: service.config, log },
      { now: new Date(Date.now() + 2 * 86_400_000) },
    )
    expect(await run(sql`select seq from admin_logs where project_id = ${project.id}`)).toEqual([])
    expect(await files()).toEqual([`admin_logs-${project.id}-1-1.ndjson.gz`])
    expect(await problems(folder)).toEqual([])
  })

  describe('when it is interrupted', () => {
    afterEach(async () => {
      await run(sql`alter table log_archives drop constraint if exists interrupted`)
      await run(sql`drop trigger if exists interrupted on activity_logs`)
    })

    it('before an archive is recorded: loses and doubles nothing, whatever expires meanwhile', async () => {
      await keep(40)
      await run(sql`alter table log_archives
        add constraint interrupted check (row_count < 0) not valid`)
      await tidy()
      expect(complaints.map(line => line.msg)).toEqual([
        'cannot archive expired log entries; none were removed',
      ])
      expect([await archived(), await live()]).toEqual([numbers(1, 5), numbers(1, 20)])
      await writeFile(join(folder, `${(await files())[0]}.unfinished`), 'half')
      await run(sql`alter table log_archives drop constraint interrupted`)
      await keep(48) // fewer than before: 1 to 3
      await tidy()
      expect([await archived(), await live()]).toEqual([numbers(1, 3), numbers(4, 20)])
      expect(await problems(folder)).toEqual([])
    })

    it('before the entries are removed: removes them the next time', async () => {
      await keep(40)
      await run(sql`create or replace function interrupt() returns trigger language plpgsql
        as 'begin raise exception ''interrupted''; end'`)
      await run(sql`create trigger interrupted before delete on activity_logs
        for each row execute function interrupt()`)
      await tidy()
      expect(complaints.map(line => line.msg)).toEqual([
        'maintenance: removing archived logs failed',
      ])
      expect([await archived(), await live()]).toEqual([numbers(1, 11), numbers(6, 20)])
      expect([await problems(), await problems(folder)]).toEqual([[], []])
      await run(sql`drop trigger interrupted on activity_logs`)
      await tidy()
      expect([await archived(), await live()]).toEqual([numbers(1, 11), numbers(12, 20)])
      expect(await problems(folder)).toEqual([])
    })
  })

  it('removes nothing when the archive directory cannot be written', async () => {
    await keep(1)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'file'), '')
    await tidy({ archiveDir: join(folder, 'file', 'archives') })
    expect(complaints).toMatchObject([
      {
        msg: 'cannot archive expired log entries; none were removed',
        err: { message: expect.stringContaining('ENOTDIR') },
      },
    ])
    expect(await live()).toEqual(numbers(1, 20))
  })

  it('leaves alone a file of somebody else that is in the way', async () => {
    await keep(40)
    await mkdir(folder, { recursive: true })
    const path = join(folder, `activity_logs-${project.environment.id}-1-3.ndjson.gz`)
    await writeFile(path, 'theirs')
    await tidy()
    expect(complaints[0]?.err?.message).toContain(`'${path}' exists and is not an archive`)
    expect([await readFile(path, 'utf8'), await live()]).toEqual(['theirs', numbers(1, 20)])
  })

  it('keeps a log that was tampered with as it is, and archives the others', async () => {
    const other = await createSeed(service.deps.store).project()
    await write(other, DAYS.slice(0, 3))
    await keep(1)
    await keep(1, other.environment.id)
    await run(sql`update activity_logs set label = 'x'
      where environment_id = ${project.environment.id} and seq = 4`)
    await tidy()
    expect(complaints[0]?.err?.message).toMatch(/^Entry 4 of \S+ was changed/)
    expect([await live(), await live(other)]).toEqual([numbers(1, 20), []])
  })

  it('lets a changed, missing or cut archive be found', async () => {
    await keep(40)
    await tidy()
    const [first = ''] = await files()
    const path = join(folder, first)
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, -1))
    expect(await problems(folder)).toEqual([
      `The archive '${first}' cannot be read: unexpected end of file.`,
    ])
    await writeFile(path, Buffer.concat([bytes, Buffer.alloc(0)]).fill(7, 4, 5))
    expect(await problems(folder)).toEqual([
      `The archive '${first}' was changed: its SHA-256 differs.`,
    ])
    await rm(path)
    expect((await problems(folder))[0]).toContain(`The archive '${first}' cannot be read: ENOENT`)
    expect(await problems()).toEqual([])
    await run(sql`delete from log_archives where first_seq = 1`)
    expect((await problems())[0]).toContain('does not follow entry 0: an archive is missing.')
  })

  it('needs the archives to prove an anchor inside one of them', async () => {
    const owner = { kind: 'activity_logs' as const, ownerId: project.environment.id }
    const [row] = await run(sql<{ hash: string }>`select encode(hash, 'hex') as hash
      from activity_logs where environment_id = ${owner.ownerId} and seq = 3`)
    const anchors = [{ ...owner, seq: 3, hash: row?.hash ?? '' }]
    await keep(40)
    await tidy()
    const { db } = service.deps.store
    const problem = async (options: object) =>
      (await verifyLogs(db, options)).find(stream => stream.ownerId === owner.ownerId)?.problem
    expect(await problem({ anchors })).toBe(
      'Entry 3, which an anchor names, is archived: give the archive directory to check it.',
    )
    expect(await problem({ anchors, archiveDir: folder })).toBeUndefined()
    const wrong = anchors.map(anchor => ({ ...anchor, hash: '00'.repeat(32) }))
    expect(await problem({ anchors: wrong, archiveDir: folder })).toBe(
      'The log was rewritten: it differs from the anchor that was kept outside (entry 3).',
    )
  })

  it('forgets keys, sessions and counters that have expired', async () => {
    const seed = createSeed(service.deps.store)
    await seed.session(project.admin.id)
    await seed.session(project.admin.id)
    const [session] = await run(sql<{ id: string }>`select public_id as id from sessions limit 1`)
    await run(
      sql`update sessions set expires_at = now() - interval '1 s' where public_id = ${session?.id}`,
    )
    await run(sql`insert into activity_log_keys values
      (1, 'old', now() - interval '31 days'), (1, 'new', now() - interval '29 days')`)
    await run(sql`insert into rate_limits (key, points, expire) values
      ('old', 1, extract(epoch from now() - interval '2 hours') * 1000), ('new', 1,
      extract(epoch from now()) * 1000)`)
    await run(sql`insert into welcome_links (token_hash, user_id, expires_at) values
      ('old', ${project.admin.id}, now() - interval '25 hours'),
      ('new', ${project.admin.id}, now() - interval '23 hours')`)
    await tidy()
    const links = sql`select convert_from(token_hash, 'UTF8') as token from welcome_links`
    expect(await run(links)).toEqual([{ token: 'new' }])
    const { count } = (await run(sql<{ count: number }>`select count(*) from sessions`))[0] ?? {}
    expect(count).toBe(1)
    expect(await run(sql`select key from activity_log_keys`)).toEqual([{ key: 'new' }])
    expect(await run(sql`select key from rate_limits`)).toEqual([{ key: 'new' }])
    await run(sql`delete from sessions`)
  })
})

describe.skipIf(!postgresUrl)('maintenance of two instances', () => {
  it('runs in one of them at a time', async () => {
    const service = await startTestService(postgresUrl)
    const sibling = await service.startSibling()
    const seed = createSeed(service.deps.store)
    const projects = await Promise.all(Array.from({ length: 5 }, () => seed.project()))
    const { db } = service.deps.store
    for (const { id, environment, admin } of projects) {
      await db.transaction().execute(transaction =>
        writeActivityLogs(
          transaction,
          { id: environment.id, projectId: id },
          DAYS.map(at => ({ type: 'read', action: 'index', userId: admin.id, at })),
        ),
      )
      await db
        .insertInto('retention')
        .values({ owner_id: environment.id, kind: 'activity_logs', days: 1 })
        .execute()
    }
    await Promise.all(
      [service, sibling, service, sibling].map(({ deps }) => maintain(deps, { fileRows: 3 })),
    )
    const folder = archiveFolder(service.config)
    const reports = await verifyLogs(db, { archiveDir: folder })
    expect(reports.map(({ rows, archivedRows, problem }) => [rows, archivedRows, problem])).toEqual(
      projects.map(() => [0, DAYS.length, undefined]),
    )
    const recorded = await db.selectFrom('log_archives').select('file_name').execute()
    expect((await readdir(folder)).sort()).toEqual(recorded.map(row => row.file_name).sort())
    await sibling.stop()
    await service.stop()
  })
})
