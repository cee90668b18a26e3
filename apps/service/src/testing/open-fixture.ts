import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '@service/embedded-database'
import { copyEmbeddedData, createPostgresDatabase, runOnPostgres } from '@service/test-support'
import { type Config, readConfig, variableNames } from '../config.js'
import { randomHex } from '../secrets/token-format.js'
import { openStore, type Store } from '../store/open-store.js'
import { copyEmbeddedDatabase } from './copy-embedded-database.js'
import type { UpgradeFixture } from './upgrade-fixtures.js'

/** The database of a fixture, of which any number of copies can be made. */
export interface LoadedFixture {
  readonly fixture: UpgradeFixture
  /** A copy of the database, as the version of the fixture left it. */
  copy(): Promise<FixtureCopy>
  drop(): Promise<void>
}

export interface FixtureCopy {
  /** Of a service on this copy. */
  readonly config: Config
  /** Opens the copy; whoever opens it closes it. */
  open(): Promise<Store>
  drop(): Promise<void>
}

/** Loads a fixture into a PostgreSQL server, or, without one, into an embedded database. */
export function loadFixture(
  fixture: UpgradeFixture,
  postgresUrl: string | undefined,
): Promise<LoadedFixture> {
  return postgresUrl ? loadOnServer(fixture, postgresUrl) : loadEmbedded(fixture)
}

async function loadOnServer(fixture: UpgradeFixture, serverUrl: string): Promise<LoadedFixture> {
  const template = `fixture_${randomHex(12)}`
  const database = await createPostgresDatabase(serverUrl, template, [fixture.readDatabase()])
  await database.client.end()
  const drop = (name: string) => runOnPostgres(serverUrl, `drop database ${name} with (force)`)
  return {
    fixture,
    async copy() {
      const name = `fixture_${randomHex(12)}`
      await runOnPostgres(serverUrl, `create database ${name} template ${template}`)
      const url = new URL(serverUrl)
      url.pathname = `/${name}`
      const folder = await mkdtemp(join(tmpdir(), 'service-fixture-'))
      return createCopy(fixture, folder, url.href, () => drop(name))
    },
    drop: () => drop(template),
  }
}

async function loadEmbedded(fixture: UpgradeFixture): Promise<LoadedFixture> {
  const template = await mkdtemp(join(tmpdir(), 'service-fixture-'))
  copyEmbeddedDatabase('empty', template)
  const embedded = await openEmbeddedDatabase(join(template, 'database'))
  await embedded.database.exec(fixture.readDatabase())
  await embedded.close()
  return {
    fixture,
    async copy() {
      const folder = await mkdtemp(join(tmpdir(), 'service-fixture-'))
      copyEmbeddedData(template, folder)
      return createCopy(fixture, folder, undefined, async () => {})
    },
    drop: () => rm(template, { recursive: true, force: true }),
  }
}

function createCopy(
  { secret }: UpgradeFixture,
  dataDir: string,
  databaseUrl: string | undefined,
  drop: () => Promise<void>,
): FixtureCopy {
  const config: Config = {
    ...readConfig({ [variableNames.port]: '0', [variableNames.dataDir]: dataDir }),
    databaseUrl,
    secret,
    rateLimit: 1_000_000,
  }
  return {
    config,
    open: () => openStore({ ...config, poolSize: 1, statementTimeout: 0 }),
    async drop() {
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
