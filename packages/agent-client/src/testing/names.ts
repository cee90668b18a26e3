import { createMemoryDataSource } from '@service/datasource-memory'
import { startAgent } from '@service/test-support/agent'
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

/** Opens an agent whose collections have these names, and a client for it. */
export async function openNames(names: readonly string[]) {
  const collections = names.map(name => [name, collectionNamed(name)] as const)
  const { url, token, schemaPath, close } = await startAgent(agent => {
    agent.addDataSource(createMemoryDataSource(Object.fromEntries(collections)))
    for (const name of names) {
      agent.customizeCollection(name, collection =>
        collection.addAction('Note', {
          scope: 'Single',
          execute: async (_context, result) => result.success(name),
        }),
      )
    }
  })
  return { client: createAgentClient({ agentUrl: url, token, schemaPath }), close }
}

export type OpenNames = Awaited<ReturnType<typeof openNames>>
