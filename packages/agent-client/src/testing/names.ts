import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createAgentClient } from '../create-agent-client.js'

const rest = { 'a,b': 'x', ' c': 'y', '-d': 'z' }

const collectionNamed = (name: string) => ({
  columns: {
    key: { type: 'String', isPrimaryKey: true },
    'a,b': 'String',
    ' c': 'String',
    '-d': 'String',
    parent: 'String',
  } as const,
  relations: {
    inner: {
      kind: 'OneToMany',
      foreignCollection: name,
      keys: [{ from: 'key', to: 'parent' }],
    } as const,
  },
  records: [
    { key: '', parent: 'count', ...rest },
    { key: 'a|b\\', parent: 'count', ...rest },
    { key: 'count', parent: null, ...rest },
  ],
})

/** An agent whose collections have these names, and a client of it. */
export async function openNames(names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-client-names-'))
  const user = { id: 1, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' }
  const service = createInProcessService({ users: [user], rights: true })
  const schemaPath = join(folder, 'schema.json')
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    schemaPath,
    service,
  })
  const collections = names.map(name => [name, collectionNamed(name)] as const)
  agent.addDataSource(createMemoryDataSource(Object.fromEntries(collections)))
  for (const name of names) {
    agent.customizeCollection(name, collection =>
      collection.addAction('Note', {
        scope: 'Single',
        execute: async (_context, result) => result.success(name),
      }),
    )
  }
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  const token = await service.signIn(agentUrl, user.id)
  return {
    client: createAgentClient({ agentUrl, token, schemaPath }),
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export type OpenNames = Awaited<ReturnType<typeof openNames>>
