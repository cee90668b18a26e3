import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAgent } from '@service/agent'
import { freePort, startNginx } from '@service/test-support'
import { inject } from 'vitest'
import { ask } from '../../../e2e/src/ask.js'
import { openProject, openService } from '../../../e2e/src/open-service.js'
import { makeSqlite } from './agents/sqlite-file.js'

const program = fileURLToPath(new URL('../../../../apps/cli/dist/main.js', import.meta.url))

/** A service, an agent and the panel behind nginx, below paths of one host. */
export interface BelowPath {
  /** The host, without a path. */
  readonly origin: string
  readonly email: string
  readonly password: string
  /** The path of a screen of the place. */
  formatPath(screen: string): string
  close(): Promise<void>
}

export async function openBelowPath(): Promise<BelowPath> {
  const port = await freePort()
  const origin = `https://127.0.0.1:${port}`
  const service = await openService(
    {
      program,
      secret: 'the secret of a service in tests only',
      dataDir: join(inject('embeddedTemplates'), 'migrated'),
      postgres: undefined,
    },
    { SERVICE_PUBLIC_URL: `${origin}/backoffice`, SERVICE_TRUSTED_PROXIES: '127.0.0.1' },
  )
  const project = await openProject(service)
  await ask(service.url, 'PATCH', project.environmentPath, service.owner, { rights: 'open' })
  const { data: teams } = await ask<{ readonly data: readonly { readonly name: string }[] }>(
    ...([service.url, 'GET', `${project.path}/teams`, service.owner] as const),
  )
  const folder = await mkdtemp(join(tmpdir(), 'below-path-'))
  const data = makeSqlite(folder, database => {
    database.exec('create table letters (id integer primary key, subject text)')
    database.exec(`insert into letters (subject) values ('A letter below a path'), ('Another')`)
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: project.envSecret,
    serverUrl: service.url,
    schemaPath: join(folder, 'schema.json'),
    prefix: '/agent',
    trustProxy: ['127.0.0.1'],
    logger: () => {},
  })
  data.addTo(agent)
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  await project.setAgentUrl(`${origin}/agent`)
  const proxy = await startNginx({
    layout: 'paths',
    port,
    service: [new URL(service.url).host],
    agent: `127.0.0.1:${agent.standaloneServerPort}`,
  })
  return {
    origin,
    email: 'owner@example.com',
    password: 'seven blue boats 31',
    formatPath: screen =>
      `/backoffice/app/Shop/Live/${encodeURIComponent(teams[0]?.name ?? '')}/${screen}`,
    async close() {
      await proxy.stop()
      await agent.stop()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
