import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isAnybodyWaiting } from '../../testing/is-anybody-waiting.js'
import { type FixtureCopy, type LoadedFixture, loadFixture } from '../../testing/open-fixture.js'
import { until } from '../../testing/until.js'
import { type UpgradeFixture, upgradeFixtures } from '../../testing/upgrade-fixtures.js'
import { migrate } from '../migrate.js'
import { migrations } from '../migrations/index.js'

const postgresUrl = inject('postgresUrl')
const [oldest] = upgradeFixtures as readonly [UpgradeFixture]

describe.skipIf(!postgresUrl)('an upgrade that has to wait', () => {
  let loaded: LoadedFixture
  let copy: FixtureCopy
  let reader: pg.Client

  beforeAll(async () => {
    loaded = await loadFixture(oldest, postgresUrl)
    copy = await loaded.copy()
    reader = new pg.Client({ connectionString: copy.config.databaseUrl })
    await reader.connect()
  })
  afterAll(async () => {
    await reader?.end()
    await copy?.drop()
    await loaded?.drop()
  })

  it('lets others pass, tries again and ends with every migration', async () => {
    const store = await copy.open()
    const other = await copy.open()
    try {
      // 014 changes the table that this transaction reads.
      await reader.query('begin; select from service.note_messages')
      const migrating = migrate(store)
      await until(() => isAnybodyWaiting(other.db))
      // It is queued behind the migration, which gives up soon.
      await other.db.selectFrom('note_messages').select('id').execute()
      await reader.query('commit')
      expect(await migrating).toEqual(
        Object.keys(migrations).filter(name => !(name in oldest.migrations)),
      )
    } finally {
      await other.close()
      await store.close()
    }
  })

  it('is done once by instances that start together', async () => {
    const another = await loaded.copy()
    const stores = await Promise.all([1, 2, 3].map(() => another.open()))
    try {
      const applied = await Promise.all(stores.map(migrate))
      expect(applied.flat().sort()).toEqual(
        Object.keys(migrations).filter(name => !(name in oldest.migrations)),
      )
    } finally {
      for (const store of stores) await store.close()
      await another.drop()
    }
  })
})
