import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isLongRun } from '@service/test-support'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fillDemo } from '../../demo/fill-demo.js'
import { verifyLogs } from '../../logs/verify-logs.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { writeOneOfEach } from '../../testing/write-one-of-each.js'
import type { Store } from '../open-store.js'
import { readTables } from './read-catalog.js'
import { restoreBackup } from './restore-backup.js'
import { writeBackup } from './write-backup.js'

const url = inject('postgresUrl')

/** A service makes a signing key when it starts: without it the store is empty. */
const forgetKeys = ({ deps }: TestService) => deps.store.db.deleteFrom('signing_keys').execute()

describe('backup and restore', () => {
  let folder: string
  let source: TestService
  let target: TestService
  let file: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-backup-'))
    source = await startTestService(undefined)
    target = await startTestService(url)
    await createSeed(source.deps.store).user({ email: 'admin@example.com' })
    await fill(source)
    // A number that was given and is gone must not be given again.
    await createSeed(source.deps.store).user()
    await sql`delete from users where id = (select max(id) from users)`.execute(
      source.deps.store.db,
    )
    file = join(folder, 'first.gz')
    await writeBackup(source.deps.store, file)
  })
  afterAll(async () => {
    await source?.stop()
    await target?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('writes a file that only its owner can read, and leaves nothing else behind', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['first.gz'])
  })

  it('does not replace a file', async () => {
    const before = await readFile(file)
    await expect(writeBackup(source.deps.store, file)).rejects.toThrow(/already exists/)
    expect(await readFile(file)).toEqual(before)
  })

  it('refuses a store that holds something, and changes nothing there', async () => {
    const before = await hashContent(source.deps.store)
    await expect(restoreBackup(source.deps.store, file)).rejects.toMatchObject({
      code: 'store_not_empty',
    })
    expect(await hashContent(source.deps.store)).toEqual(before)
  })

  it('contains every table but those that a crash may empty, and the list of migrations', async () => {
    const { db } = source.deps.store
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = to_regnamespace('service') and relkind in ('r', 'p') and not relispartition
      order by relname`.execute(db)
    const contained = new Set((await readTables(db)).map(({ name }) => name))
    const left = rows.map(({ name }) => name).filter(name => !contained.has(name))
    expect(left).toEqual([
      ...['agent_events', 'agent_feeds', 'kysely_migration', 'kysely_migration_lock'],
      'rate_limits',
    ])
  })

  it('carries every row from an embedded store to PostgreSQL, with intact logs', async () => {
    const before = await hashContent(source.deps.store)
    expect(Number(before.activity_logs?.rows)).toBeGreaterThan(isLongRun ? 1_000 : 10)
    expect(Number(before.layout_versions?.rows)).toBeGreaterThan(0)
    await forgetKeys(target)
    await restoreBackup(target.deps.store, file)
    expect(await hashContent(target.deps.store)).toEqual(before)
    await expectIntactLogs(target)
  })

  // In the short run, `run-cli.test.ts` restores a backup of PostgreSQL in an embedded store.
  it.runIf(isLongRun)('carries every row back, with intact logs', async () => {
    const before = await hashContent(target.deps.store)
    const second = join(folder, 'second.gz')
    await writeBackup(target.deps.store, second)
    const back = await startTestService(undefined)
    try {
      await forgetKeys(back)
      await restoreBackup(back.deps.store, second)
      expect(await hashContent(back.deps.store)).toEqual(before)
      await expectIntactLogs(back)
    } finally {
      await back.stop()
    }
  })

  it('goes on numbering where the source stopped', async () => {
    const next = async (service: TestService) => (await createSeed(service.deps.store).user()).id
    const [inSource, inTarget] = [await next(source), await next(target)]
    expect(inTarget).toBe(inSource)
  })

  it('replaces what is there when forced', async () => {
    await restoreBackup(target.deps.store, file, { force: true })
    const before = await hashContent(target.deps.store)
    await createSeed(target.deps.store).project()
    await restoreBackup(target.deps.store, file, { force: true })
    expect(await hashContent(target.deps.store)).toEqual(before)
  })

  const damages: Readonly<Record<string, readonly [(whole: Buffer) => Buffer, RegExp]>> = {
    'cut in the middle': [whole => whole.subarray(0, whole.length / 2), /unexpected end of file/],
    'without its last line': [whole => zip(lines(whole).slice(0, -1)), /its end is missing/],
    'with a row less': [whole => zip(lines(whole).toSpliced(-3, 1)), /checksum/],
    'with a changed row': [
      whole =>
        zip(lines(whole).map(line => line.replace('admin@example.com', 'other@example.com'))),
      /checksum/,
    ],
    'with something after its end': [whole => zip([...lines(whole), '{}']), /follows its end/],
    'with a flipped bit': [whole => flip(whole), /cannot be restored/],
    'that is not compressed': [() => Buffer.from('hello'), /incorrect header check/],
    'that is something else': [() => zip(['{"a":1}']), /not a backup of this service/],
    'that is empty': [() => zip([]), /its end is missing/],
    'of a later format': [
      whole => zip(lines(whole).map(line => line.replace('"version":1', '"version":2'))),
      /format 2 is newer/,
    ],
    'of a later version of the service': [
      whole => seal(lines(whole).map(line => line.replace('"001-tables"', '"999-later"'))),
      /newer version of the service/,
    ],
    'with a table that does not exist': [
      whole =>
        seal(lines(whole).map(line => line.replace('{"@table":"users"', '{"@table":"pets"'))),
      /no such table 'pets'/,
    ],
    'whose partitions are more than that': [
      whole =>
        seal(lines(whole).map(line => line.replace(/TO \('[^']+'\)/, '$&; drop table users'))),
      /a partition '\w+' that cannot be/,
    ],
  }

  describe('of a file that is damaged', () => {
    let whole: Buffer
    let before: Awaited<ReturnType<typeof hashContent>>
    beforeAll(async () => {
      whole = await readFile(file)
      before = await hashContent(target.deps.store)
    })

    it.each(Object.entries(damages))(
      'refuses a file %s, even when forced, and changes nothing',
      async (_name, [damage, message]) => {
        const broken = join(folder, 'broken.gz')
        await writeFile(broken, damage(whole))
        await expect(restoreBackup(target.deps.store, broken, { force: true })).rejects.toThrow(
          message,
        )
        expect(await hashContent(target.deps.store)).toEqual(before)
      },
    )
  })
})

/** With the demo in the long rounds: the embedded store takes long to write it. */
async function fill({ deps }: TestService): Promise<void> {
  if (isLongRun) await fillDemo(deps, { adminEmail: 'admin@example.com' })
  else await writeOneOfEach(deps.store)
}

async function expectIntactLogs({ deps }: TestService): Promise<void> {
  const reports = await verifyLogs(deps.store.db)
  expect(reports.length).toBeGreaterThan(1)
  expect(reports.filter(report => report.problem !== undefined)).toEqual([])
}

/** Per table: how many rows, and a hash over all of them in an order that both databases share. */
async function hashContent({ db }: Store) {
  const content: Record<string, unknown> = {}
  for (const { name, columns } of await readTables(db)) {
    const list = sql.join(columns.map(column => sql.ref(column)))
    const { rows } = await sql`
      select count(*) as rows,
        md5(string_agg(line, ',' order by line collate "C")) as hash
      from (select row_to_json(row)::text as line
        from (select ${list} from ${sql.table(name)}) row) lines`.execute(db)
    content[name] = rows[0]
  }
  return content as Record<string, { rows: number; hash: string }>
}

const lines = (whole: Buffer) => gunzipSync(whole).toString('utf8').split('\n').slice(0, -1)
const zip = (content: readonly string[]) => gzipSync(content.map(line => `${line}\n`).join(''))

/** With an end that fits: somebody took care to alter the file well. */
function seal(content: readonly string[]): Buffer {
  const body = content.slice(0, -1)
  const rows = body.filter(line => !line.startsWith('{"@')).length
  const sha256 = createHash('sha256')
    .update(body.map(line => `${line}\n`).join(''))
    .digest('hex')
  return zip([...body, JSON.stringify({ '@end': { rows, sha256 } })])
}

function flip(whole: Buffer): Buffer {
  const copy = Buffer.from(whole)
  const at = Math.floor(copy.length / 2)
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}
