// Makes the upgrade fixture of a version: `node scripts/make-upgrade-fixture.mjs` after a build, at each release.
// Writes apps/service/fixtures/upgrades/<version>: a database with rows in every table, a backup of it, the checksums
// of its migrations, and the program of the service, which the tests of rolling upgrades start.
//   --until <migration>   a database in which later migrations have not run
//   --name <version>      instead of the version in package.json
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createSecretBox } from '../apps/service/dist/secrets/secret-box.js'
import { writeBackup } from '../apps/service/dist/store/backup/write-backup.js'
import { listMigrations } from '../apps/service/dist/store/list-migrations.js'
import { migrations } from '../apps/service/dist/store/migrations/index.js'
import { hashMigration } from '../apps/service/dist/store/migrations/list-statements.js'
import { openStore, SCHEMA } from '../apps/service/dist/store/open-store.js'
import { fillFixture } from '../apps/service/fixtures/fill-fixture.mjs'
import { credentials } from '../apps/service/fixtures/fixture-rows.mjs'
import { startPostgres } from '../test/support/dist/index.js'
import { bundleProgram } from './upgrades/bundle-program.mjs'

const PROGRAM = 'program.mjs.br'
/** The program of a release is started beside the one of the next. */
const PROGRAMS_KEPT = 2
const SECRET = 'the secret of upgrade fixtures, which is long enough'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const service = join(root, 'apps/service')
const fixtures = join(service, 'fixtures/upgrades')

const { values: options } = parseArgs({
  options: { until: { type: 'string' }, name: { type: 'string' } },
})
const { version } = JSON.parse(await readFile(join(service, 'package.json'), 'utf8'))
const name = options.name ?? version
const level = options.until ?? Object.keys(migrations).at(-1)
const folder = join(fixtures, name)

const server = await startPostgres()
if (!server) throw new Error('PostgreSQL is needed to make a fixture: install postgresql.')
try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await makeDatabase(server.url)
  await writeFile(join(folder, 'database.sql.gz'), gzipSync(await dump(server.url), { level: 9 }))
} finally {
  await server.stop()
}
if (!options.until) {
  await writeFile(join(folder, PROGRAM), brotliCompressSync(await bundleProgram(service)))
  await removeOldPrograms()
}
console.log(`Wrote ${folder}`)

async function makeDatabase(databaseUrl) {
  const settings = { databaseUrl, poolSize: 1, statementTimeout: 0, databaseWait: 0 }
  const store = await openStore({ dataDir: '', ...settings })
  try {
    await fillFixture(store, createSecretBox(SECRET), level)
    await writeBackup(store, join(folder, 'backup.ndjson.gz'))
    await describeFixture(await listMigrations(store.db))
  } finally {
    await store.close()
  }
}

async function describeFixture(done) {
  const checksums = {}
  for (const step of done) checksums[step] = await hashMigration(migrations[step])
  const description = { version: name, secret: SECRET, credentials, migrations: checksums }
  await writeFile(join(folder, 'fixture.json'), `${JSON.stringify(description, null, 2)}\n`)
}

/** Statements that any client can send: no commands of psql, and nothing that differs from run to run. */
async function dump(url) {
  const options = ['--schema', SCHEMA, '--no-owner', '--no-privileges', '--rows-per-insert=50']
  const { stdout } = await promisify(execFile)('pg_dump', [...options, '--dbname', url])
  return stdout.replace(/^(--.*|\\.*|SET transaction_timeout.*)\n/gm, '').replace(/\n{2,}/g, '\n')
}

async function removeOldPrograms() {
  const names = (await readdir(fixtures)).sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  const older = []
  for (const one of names) {
    if ((await readdir(join(fixtures, one))).includes(PROGRAM)) older.push(one)
  }
  for (const one of older.slice(0, -PROGRAMS_KEPT)) await rm(join(fixtures, one, PROGRAM))
}
