import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createPglite, runOnPostgres } from '@service/test-support'
import type { TestProject } from 'vitest/node'
import { ensurePartitions } from '../../apps/service/src/logs/ensure-partitions.js'
import { createSecretBox } from '../../apps/service/src/secrets/secret-box.js'
import { publicKeys } from '../../apps/service/src/secrets/signing-keys.js'
import { migrate } from '../../apps/service/src/store/migrate.js'
import { openStore } from '../../apps/service/src/store/open-store.js'
import { testSecret } from '../../apps/service/src/testing/test-secret.js'
import { share } from './share.js'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A folder with three data folders of the service, each with an embedded database: `empty`, `migrated`, and
     * `keyed`, in which the keys for `testSecret` are as well.
     */
    embeddedTemplates: string
    /** The name of a database with the tables and keys of the service on the server of `postgresUrl`. */
    postgresTemplate: string | undefined
  }
}

/** Makes the tables and keys of the service once per run. A copy takes a fraction of the time. */
export default async function provideTemplates(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl } = project.getProvidedContext()
  const [embedded, postgres] = await Promise.all([
    share('embedded templates', makeEmbedded, folder =>
      rm(folder, { recursive: true, force: true }),
    ),
    postgresUrl &&
      share(
        'PostgreSQL template',
        () => makeOnServer(postgresUrl),
        name => runOnPostgres(postgresUrl, `drop database ${name} with (force)`),
      ),
  ])
  project.provide('embeddedTemplates', embedded.made)
  project.provide('postgresTemplate', postgres ? postgres.made : undefined)
  return async () => {
    if (postgres) await postgres.release()
    await embedded.release()
  }
}

async function makeEmbedded(): Promise<string> {
  // The embedded database is ready sooner when its code is not optimised, as in the workers.
  setFlagsFromString('--liftoff-only')
  const folder = await mkdtemp(join(tmpdir(), 'service-templates-'))
  const database = join(folder, 'empty', 'database')
  await mkdir(database, { recursive: true })
  const empty = await createPglite(join(database, 'data'))
  await empty.close()
  cpSync(join(folder, 'empty'), join(folder, 'migrated'), { recursive: true })
  await makeTables({ dataDir: join(folder, 'migrated') })
  cpSync(join(folder, 'migrated'), join(folder, 'keyed'), { recursive: true })
  await makeKeys({ dataDir: join(folder, 'keyed') })
  return folder
}

async function makeOnServer(serverUrl: string): Promise<string> {
  const name = `service_template_${process.pid}`
  await runOnPostgres(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await makeTables({ dataDir: '', databaseUrl: url.href })
  await makeKeys({ dataDir: '', databaseUrl: url.href })
  return name
}

interface StoreLocation {
  readonly dataDir: string
  readonly databaseUrl?: string
}

const open = (where: StoreLocation) =>
  openStore({ ...where, poolSize: 1, statementTimeout: 0, databaseWait: 0 })

async function makeTables(where: StoreLocation): Promise<void> {
  const store = await open(where)
  await migrate(store)
  await ensurePartitions(store.db)
  await store.close()
}

/** An RSA key takes a second of processor time. */
async function makeKeys(where: StoreLocation): Promise<void> {
  const store = await open(where)
  await publicKeys({ store, secrets: createSecretBox(testSecret) })
  await store.close()
}
