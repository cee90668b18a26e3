import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@service/test-support'
import {
  type Administration,
  findShop,
  openAdministration,
  type ShopLocation,
} from '../../../../examples/store/src/administration.js'
import { environmentName, projectName } from '../../../../examples/store/src/people.js'
import { startServiceProcess } from '../../../../examples/store/src/service-process.js'
import type { PanelPlace } from './place.js'

/** A service of the test's own with the demo data, and no agent. Nobody else writes into its logs. */
export interface OwnService
  extends ShopLocation,
    Pick<PanelPlace, 'projectName' | 'environmentName'> {
  readonly url: string
  readonly admin: Administration
  readonly envSecret: string
  /** Runs a statement in its database, past the service. */
  readonly query: (statement: string) => Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Starts one on a PostgreSQL server of its own; undefined when that is not installed. */
export async function startOwnService(): Promise<OwnService | undefined> {
  const server = await startPostgres()
  if (!server) return undefined
  const database = await createPostgresDatabase(server.url, 'own')
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-service-'))
  const credentials = { email: 'owner@example.com', password: `${randomUUID()} of the owner` }
  const envSecret = randomUUID().replaceAll('-', '').repeat(2)
  const service = await startServiceProcess({
    ...credentials,
    port: 0,
    dataDir,
    databaseUrl: database.url,
    envSecret,
    serviceSecret: randomUUID().replaceAll('-', '').repeat(2),
  })
  const admin = await openAdministration(service.url, credentials)
  return {
    url: service.url,
    admin,
    envSecret,
    projectName,
    environmentName,
    ...(await findShop(admin, credentials.email)),
    query: async statement => (await database.client.query(statement)).rows,
    async stop() {
      await service.stop()
      await database.drop()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
