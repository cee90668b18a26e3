import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  compareVersions,
  isBeforeRelease,
  upgradeFixtures,
} from '../../testing/upgrade-fixtures.js'
import { version } from '../../version.js'
import { migrations } from '../migrations/index.js'
import { hashMigration } from '../migrations/list-statements.js'

const MAKE = 'run: npm run build && node scripts/make-upgrade-fixture.mjs'

describe('the upgrade fixtures', () => {
  it('are sorted as versions are', () => {
    const sorted = ['1.90.0-dev.9', '1.90.0-dev.12', '1.90.0', '1.90.1', '1.91.0-dev.1', '1.100.0']
    expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted)
    expect(upgradeFixtures.map(fixture => fixture.version)).toEqual(
      upgradeFixtures.map(fixture => fixture.version).sort(compareVersions),
    )
  })

  it('include the present version', () => {
    expect(
      upgradeFixtures.map(fixture => fixture.version),
      MAKE,
    ).toContain(version)
  })

  it('include the program of the version before the present one', () => {
    const earlier = upgradeFixtures.filter(one => compareVersions(one.version, version) < 0)
    expect(earlier.at(-1)?.readProgram()?.length, MAKE).toBeGreaterThan(0)
  })

  it.each(upgradeFixtures.map(fixture => [fixture.version, fixture] as const))(
    'of %s begin with the migrations of today',
    (_version, fixture) => {
      const done = Object.keys(fixture.migrations)
      expect(done).toEqual(Object.keys(migrations).slice(0, done.length))
    },
  )

  it.each(
    upgradeFixtures
      .filter(fixture => !isBeforeRelease(fixture))
      .map(fixture => [fixture.version, fixture] as const),
  )('of %s contain no migration that was changed since', async (_version, fixture) => {
    const today: Record<string, string> = {}
    for (const name of Object.keys(fixture.migrations)) {
      const migration = migrations[name]
      if (migration) today[name] = await hashMigration(migration)
    }
    expect(today, 'A released migration is never changed: add another one').toEqual(
      fixture.migrations,
    )
  })

  it('would notice a changed statement, and not a changed comment', async () => {
    const hash = (text: string) =>
      hashMigration({ up: async db => void (await sql.raw(text).execute(db)) })
    expect(await hash('-- one\ncreate table a ()')).toBe(await hash('-- two\ncreate table\na ()'))
    expect(await hash('create table a ()')).not.toBe(await hash('create table b ()'))
  })
})
