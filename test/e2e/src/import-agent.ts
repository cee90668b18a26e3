import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'

/** What a test tells this program: where to run, and on what. */
export interface ImportAgentSettings {
  readonly folder: string
  readonly port: number
  readonly serverUrl: string
  readonly envSecret: string
}

const { folder, port, serverUrl, envSecret } = JSON.parse(
  process.argv[2] ?? '{}',
) as ImportAgentSettings

/** The process ends as by `kill -9` the first time it comes to a row with this name. */
function dieOnce(name: unknown, when: string): void {
  if (typeof name !== 'string' || !name.startsWith(`dies ${when} `)) return
  try {
    writeFileSync(join(folder, name), '', { flag: 'wx' })
  } catch {
    return
  }
  process.kill(process.pid, 'SIGKILL')
}

const agent = createAgent({
  authSecret: 'a secret for tests, of 32 characters',
  envSecret,
  serverUrl,
  schemaPath: join(folder, 'schema.json'),
  logger: () => {},
})
agent.addDataSource(createSqlDataSource(`sqlite://${join(folder, 'people.sqlite')}`))
agent.customizeCollection('watched', each =>
  each
    .addHook('Before', 'Create', ({ data }) => {
      for (const { name } of data) dieOnce(name, 'before')
    })
    .addHook('After', 'Create', ({ records }) => {
      for (const { name } of records) dieOnce(name, 'after')
    }),
)
await agent.mountOnStandaloneServer(port, '127.0.0.1').start()
process.send?.('ready')
