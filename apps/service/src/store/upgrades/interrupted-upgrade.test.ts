import { createRandom } from '@service/datasource-toolkit/testing'
import { fuzzSeed, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ensureLogIndexes } from '../../logs/ensure-log-indexes.js'
import { verifyLogs } from '../../logs/verify-logs.js'
import { type Cut, type CutCounts, runUntilCut, settleCut } from '../../testing/cut-migrations.js'
import { describeSchema } from '../../testing/describe-schema.js'
import { type FixtureCopy, type LoadedFixture, loadFixture } from '../../testing/open-fixture.js'
import { readColumns, readContent } from '../../testing/read-content.js'
import { upgradeFixtures } from '../../testing/upgrade-fixtures.js'
import { listMigrations } from '../list-migrations.js'
import { migrate, migrateInTransaction } from '../migrate.js'
import { migrations } from '../migrations/index.js'
import type { Store } from '../open-store.js'

const postgresUrl = inject('postgresUrl')
/** How many of the places where an upgrade can be cut the short run tries. */
const FEW = 1
const LANES = 4

const names = Object.keys(migrations)
const [oldest] = upgradeFixtures

describe.skipIf(!postgresUrl)(`an upgrade from ${oldest?.version} that is cut`, () => {
  let loaded: LoadedFixture
  let counts: CutCounts
  /** The schema after each migration, by its name. */
  const schemas = new Map<string, readonly string[]>()

  beforeAll(async () => {
    if (!oldest) throw new Error('There is no fixture.')
    loaded = await loadFixture(oldest, postgresUrl)
    await onCopy(async ({ config }) => {
      counts = await runUntilCut(config.databaseUrl ?? '', undefined, upgrade)
    })
    await onStore(async ({ db }) => {
      for (const name of names.slice(Object.keys(oldest.migrations).length - 1)) {
        await db.connection().execute(connection => migrateInTransaction(connection, name))
        schemas.set(name, await describeSchema(db))
      }
    })
  })
  afterAll(() => loaded?.drop())

  const upgrade = async (db: Store['db']) => {
    await migrate({ db })
    await ensureLogIndexes(db)
  }
  const onCopy = async (use: (copy: FixtureCopy) => Promise<void>) => {
    const copy = await loaded.copy()
    try {
      await use(copy)
    } finally {
      await copy.drop()
    }
  }
  const onStore = (use: (store: Store, copy: FixtureCopy) => Promise<void>) =>
    onCopy(async copy => {
      const store = await copy.open()
      try {
        await use(store, copy)
      } finally {
        await store.close()
      }
    })

  const tryCut = (cut: Cut) =>
    onCopy(async copy => {
      const first = await copy.open()
      const columns = await readColumns(first.db)
      const before = await readContent(first.db, columns)
      await first.close()

      const reached = await runUntilCut(copy.config.databaseUrl ?? '', cut, upgrade)
      expect(reached[cut.kind]).toBe(cut.at)

      const store = await copy.open()
      try {
        await settleCut(store.db)
        const done = await listMigrations(store.db)
        expect(done).toEqual(names.slice(0, done.length))
        const isMigrated = done.length === names.length
        if (!isMigrated) {
          expect(await describeSchema(store.db)).toEqual(schemas.get(done.at(-1) ?? ''))
        }
        expect(await readContent(store.db, columns)).toEqual(before)

        expect(await migrate(store)).toEqual(names.slice(done.length))
        await ensureLogIndexes(store.db)
        expect(await readContent(store.db, columns)).toEqual(before)
        expect(await describeSchema(store.db)).toEqual(await describeWhole())
        expect((await verifyLogs(store.db)).filter(({ problem }) => problem)).toEqual([])
      } finally {
        await store.close()
      }
    })

  let whole: Promise<readonly string[]> | undefined
  /** The schema after an upgrade that nobody cut. */
  const describeWhole = () => {
    whole ??= new Promise((resolve, reject) => {
      onStore(async ({ db }) => {
        await upgrade(db)
        resolve(await describeSchema(db))
      }).catch(reject)
    })
    return whole
  }

  it.each(['statement', 'request'] as const)(
    `at any %s leaves a whole level, loses nothing and is continued (seed ${fuzzSeed})`,
    async kind => {
      expect(counts[kind]).toBeGreaterThan(50)
      const places = Array.from({ length: counts[kind] }, (_, index) => index + 1)
      const random = createRandom(fuzzSeed)
      // Three seeds in a row cut everywhere.
      const third = places.filter(at => (at + fuzzSeed) % 3 === 0)
      const chosen = isLongRun ? third : Array.from({ length: FEW }, () => random.pick(places))
      const next = chosen.values()
      const lane = async () => {
        for (const at of next) await tryCut({ kind, at })
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    },
    600_000,
  )
})
