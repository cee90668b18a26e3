import { chooseRounds, isLongRun } from '@service/test-support'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyLogs } from '../../logs/verify-logs.js'
import { startService } from '../../start-service.js'
import { createCrashWriters } from '../../testing/crash-writers.js'
import { runUntilCut } from '../../testing/cut-migrations.js'
import { expectAnswers } from '../../testing/expect-answers.js'
import { type FixtureCopy, type LoadedFixture, loadFixture } from '../../testing/open-fixture.js'
import { createSeed } from '../../testing/seed.js'
import { startServiceProcess, toVariables } from '../../testing/service-process.js'
import {
  compareVersions,
  isBeforeRelease,
  type UpgradeFixture,
  upgradeFixtures,
} from '../../testing/upgrade-fixtures.js'
import { writeProgram } from '../../testing/write-program.js'
import { version } from '../../version.js'
import { listMigrations } from '../list-migrations.js'
import { migrate } from '../migrate.js'
import { migrations } from '../migrations/index.js'

const postgresUrl = inject('postgresUrl')
const previous = upgradeFixtures
  .filter(fixture => compareVersions(fixture.version, version) < 0)
  .at(-1) as UpgradeFixture
const present = upgradeFixtures.find(fixture => fixture.version === version) as UpgradeFixture
const WRITES = 20
/** The writers of the short run leave the processor to what is tested. */
const PAUSE_MS = chooseRounds(25, 0)

/** Migrations as the next release may have them. */
const future = {
  '901-colors': "alter table notes add column color text not null default 'none'",
  '902-pets': `create table pets (id bigint generated always as identity primary key, name text not null);
    create index pets_name on pets (name);`,
  '903-short-colors':
    'alter table notes add constraint short_color check (length(color) < 20) not valid',
  '904-checked-colors': 'alter table notes validate constraint short_color',
} as const

describe.skipIf(!postgresUrl)('a rolling upgrade', () => {
  const loaded: LoadedFixture[] = []
  const load = async (fixture: UpgradeFixture) => {
    const made = await loadFixture(fixture, postgresUrl)
    loaded.push(made)
    return made
  }
  let program: string
  let before: LoadedFixture
  let now: LoadedFixture

  beforeAll(async () => {
    program = await writeProgram(previous)
    before = await load(previous)
    now = await load(present)
  })
  afterAll(async () => {
    for (const one of loaded) await one.drop()
  })

  const onCopy = async (from: LoadedFixture, use: (copy: FixtureCopy) => Promise<void>) => {
    const copy = await from.copy()
    try {
      await use(copy)
    } finally {
      await copy.drop()
    }
  }

  it(`from ${previous.version} loses nothing that either version acknowledged`, async () => {
    await onCopy(before, async copy => {
      const store = await copy.open()
      const seed = createSeed(store)
      const project = await seed.project()
      const writers = createCrashWriters(project, {
        session: await seed.session(project.admin.id),
        token: await seed.apiToken({ projectId: project.id, userId: project.admin.id }),
        agent: { 'service-secret-key': project.environment.secret },
      })
      const running: RunningVersion[] = []
      const start = async (file?: string) => {
        const made = await startVersion(copy, file)
        running.push(made)
        return made
      }
      try {
        const old = await start(program)
        const oldWrites = writers.write(old.url, PAUSE_MS)
        await writers.untilAcknowledged(WRITES)
        expect(await listMigrations(store.db)).toEqual(Object.keys(previous.migrations))

        const young = await start()
        expect(await listMigrations(store.db)).toEqual(Object.keys(migrations))
        const youngWrites = isLongRun && writers.write(young.url)
        await writers.untilAcknowledged(WRITES)
        await expectAnswers(old.url, previous)
        await expectAnswers(young.url, previous)

        await old.kill()
        await oldWrites
        if (isLongRun) await young.kill()
        await youngWrites
        const last = isLongRun ? await start() : young
        expect(await writers.missing(last.url)).toEqual([])
        expect((await verifyLogs(store.db)).filter(({ problem }) => problem)).toEqual([])
      } finally {
        for (const one of running) await one.kill()
        await store.close()
      }
    })
  }, 600_000)

  it.skipIf(isBeforeRelease(previous))(
    `lets ${previous.version} start again on the database of this version`,
    async () => {
      await onCopy(before, async copy => {
        const store = await copy.open()
        await migrate(store)
        await store.close()
        await expectVersion(copy, previous, program)
      })
    },
  )

  // In the short run, `interrupted-upgrade.test.ts` proves that a whole level is left, and the test above that the
  // previous version goes on at the newest one.
  it.runIf(isLongRun)(`that is cut lets ${previous.version} start again`, async () => {
    await onCopy(before, async copy => {
      await runUntilCut(copy.config.databaseUrl ?? '', { kind: 'statement', at: 1 }, async db => {
        await migrate({ db })
      })
      await expectVersion(copy, previous, program)
    })
  })

  it('of the next version that is cut lets this one start', async () => {
    let last = 0
    await onCopy(now, async ({ config }) => {
      last = (await runUntilCut(config.databaseUrl ?? '', undefined, migrateToFuture)).statement
    })
    const places = Array.from({ length: last }, (_, index) => index + 1)
    for (const at of isLongRun ? places : places.slice(-1)) {
      await onCopy(now, async copy => {
        const cut = { kind: 'statement', at } as const
        await runUntilCut(copy.config.databaseUrl ?? '', cut, migrateToFuture)
        const store = await copy.open()
        const newer = (await listMigrations(store.db)).filter(name => name in future)
        await store.close()
        expect(newer).toEqual(Object.keys(future).slice(0, newer.length))
        expect(newer.length).toBeLessThan(Object.keys(future).length)
        await expectVersion(copy, present)
      })
    }
  }, 600_000)

  // In the short run, `newer-store.test.ts` proves it, in the process of the test.
  it.runIf(isLongRun)('that the next version has done lets this one start', async () => {
    await onCopy(now, async copy => {
      await runUntilCut(copy.config.databaseUrl ?? '', undefined, migrateToFuture)
      await expectVersion(copy, present)
    })
  })
})

interface RunningVersion {
  readonly url: string
  kill(): Promise<void>
}

/** Starts a program; without one this version, which only the long rounds start as a process. */
async function startVersion(copy: FixtureCopy, program?: string): Promise<RunningVersion> {
  if (program || isLongRun) return startServiceProcess(toVariables(copy.config), program)
  const { url, stop } = await startService(copy.config, pino({ level: 'silent' }))
  return { url, kill: stop }
}

/** Starts a version on a database and uses it. */
async function expectVersion(
  copy: FixtureCopy,
  fixture: UpgradeFixture,
  program?: string,
): Promise<void> {
  const service = await startVersion(copy, program)
  try {
    await expectAnswers(service.url, fixture)
  } finally {
    await service.kill()
  }
}

/** Runs the migrations of the next version as this one runs its own. */
async function migrateToFuture(db: Parameters<typeof migrate>[0]['db']): Promise<void> {
  const steps = Object.entries(future).map(
    ([name, text]) =>
      [name, { up: async (on: typeof db) => void (await sql.raw(text).execute(on)) }] as const,
  )
  Object.assign(migrations, Object.fromEntries(steps))
  try {
    await migrate({ db })
  } finally {
    for (const [name] of steps) delete (migrations as Record<string, unknown>)[name]
  }
}
