import { type CollectionCustomizer, createAgent, createInProcessService } from '@service/agent'
import { createAgentClient, createBatchFetch, createBatchQueue } from '@service/agent-client'
import {
  createAgentTestClient,
  createServiceSandbox,
  createTestAgent,
  type TestAgent,
} from '@service/agent-testing'
import { createAiProvider } from '@service/ai-proxy'
import { createAuditTrail } from '@service/audit-trail'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createMongoDataSource } from '@service/datasource-mongo'
import { createSqlDataSource } from '@service/datasource-sql'
import { operators, primitiveTypes } from '@service/datasource-toolkit'
import { resolveMcpOptions, toolNames } from '@service/mcp-server'
import { flattenColumn, flattenJsonColumn, flattenRelation } from '@service/plugin-flattener'
import { misspeltVariables, unknownVariables } from '@service/protocol'
import { createServiceClient } from '@service/service-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredOptions, namedVariables } from './declared-options.js'

/** Makes the call with a name that does not exist; what it says is thrown. */
type Refuse = (twin: string) => unknown

let shop: TestAgent

const orders = {
  columns: { id: { type: 'Number', isPrimaryKey: true }, status: 'String', bytes: 'Binary' },
} as const

beforeAll(async () => {
  shop = await createTestAgent(agent => agent.addDataSource(createMemoryDataSource({ orders })))
})

afterAll(() => shop?.close())

const secrets = { authSecret: 'a secret for tests, of 32 characters', envSecret: '0'.repeat(64) }
const ai = { name: 'a', provider: 'openai', apiKey: 'key', model: 'm' } as const
const mongo = 'mongodb://localhost/shop'
const agentWith = (options: object) => createAgent({ ...secrets, ...options } as never)
const sqlWith = (options: object) => createSqlDataSource('sqlite::memory:', options)
const mongoWith = (orders: object) =>
  createMongoDataSource(mongo, { collections: { orders } } as never)

const never = async () => Promise.reject(new Error('The agent was asked.'))
const action = { name: 'Ship', endpoint: '/_actions/orders/0/ship', fields: [], hooks: {} }
const schema = { collections: [{ name: 'orders', fields: [], actions: [action] }] }
const client = createAgentClient({
  agentUrl: 'http://agent.test',
  token: 'token',
  fetch: never,
  schema: schema as never,
})
const collection = client.collection('orders')

/** Starts an agent with one customization, which must fail. */
async function start(customize: (chain: CollectionCustomizer) => unknown): Promise<void> {
  const made = await createTestAgent(
    agent =>
      agent
        .addDataSource(createMemoryDataSource({ orders }))
        .customizeCollection('orders', chain => customize(chain as never)),
    { create: options => createAgent({ ...options, logger: () => {} }) },
  )
  await made.close()
}
const define =
  (call: (chain: CollectionCustomizer, definition: never) => unknown): Refuse =>
  (twin: string) =>
    start(chain => call(chain, { [twin]: 1 } as never))

/** One row for each type of options in the packages, and each call of the chain that takes some. */
const table: Readonly<Record<string, Refuse>> = {
  'agent AgentOptions': twin => agentWith({ [twin]: 1 }),
  'agent ActivityLogOptions': twin => agentWith({ activityLog: { [twin]: 1 } }),
  'agent MetricsOptions': twin => agentWith({ metrics: { [twin]: 1 } }),
  'agent ExperimentalOptions': twin => agentWith({ experimental: { [twin]: true } }),
  'agent-client AgentClientOptions': twin => createAgentClient({ [twin]: 1 } as never),
  'agent-client BatchFetchOptions': twin =>
    createBatchFetch({ agentUrl: 'http://127.0.0.1', [twin]: 1 } as never),
  'agent-client BatchQueueOptions': twin =>
    createBatchQueue({ send: async () => new Response(), [twin]: 1 } as never),
  'agent-client ExecuteOptions': twin =>
    collection.runApproved('Ship', 'signed', { [twin]: 1 } as never),
  'agent-client ChartOptions': twin => client.valueChart('chart', { [twin]: 1 } as never),
  'agent-client RecordChartOptions': twin => collection.valueChart('chart', { [twin]: 1 } as never),
  'agent-client GetOptions': twin => collection.getOne(1, { [twin]: 1 } as never),
  'agent-client CreateOptions': twin => collection.create({}, { [twin]: 1 } as never),
  'agent-client RequestOptions': twin => collection.update(1, {}, { [twin]: 1 } as never),
  'agent-client ExportOptions': twin => collection.exportCsv({} as never, { [twin]: 1 } as never),
  'agent-client UpdateManyOptions': twin =>
    collection.updateMany({ recordIds: [1] }, {}, { [twin]: 1 } as never),
  'agent-client RestoreOptions': twin =>
    collection.restore(1, '2026-01-31', { [twin]: 1 } as never),
  'agent-client RevertOptions': twin => client.revert('key', { [twin]: 1 } as never),
  'agent-client ImportOptions': twin => collection.importRecords([{}], { [twin]: 1 } as never),
  'agent-client RowOptions': twin => collection.count({ [twin]: 1 } as never),
  'agent-client SortedOptions': twin => collection.list({ [twin]: 1 } as never),
  'agent-client ListOptions': twin => collection.list({ [twin]: 1 } as never),
  'agent-client ListOptions.pagination': twin =>
    collection.list({ pagination: { [twin]: 1 } } as never),
  'agent-testing AgentTestClientOptions': twin => createAgentTestClient({ [twin]: 1 } as never),
  'agent-testing AsOptions': twin => shop.as({ id: 1 }, { [twin]: 1 } as never),
  'agent-testing SandboxOptions': twin => createServiceSandbox(0, { [twin]: 1 } as never),
  'agent-testing TestAgentOptions': twin => createTestAgent(undefined, { [twin]: 1 } as never),
  'agent-testing MatrixOptions': twin => shop.permissions.matrix({ [twin]: 1 } as never),
  'ai-proxy AiProviderOptions': twin => createAiProvider({ ...ai, [twin]: 1 }),
  'ai-proxy GenerationOptions': twin => createAiProvider({ ...ai, defaults: { [twin]: 1 } }),
  'audit-trail AuditTrailOptions': twin =>
    createAuditTrail({ connection: 'sqlite::memory:', [twin]: 1 } as never),
  'datasource-memory MemoryOptions': twin => createMemoryDataSource({}, { [twin]: 1 } as never),
  'datasource-mongo MongoConnectionParams': twin => createMongoDataSource({ [twin]: 1 } as never),
  'datasource-mongo MongoOptions': twin => createMongoDataSource(mongo, { [twin]: 1 } as never),
  'datasource-mongo MongoOptions.pool': twin =>
    createMongoDataSource(mongo, { pool: { [twin]: 1 } } as never),
  'datasource-mongo CollectionOptions': twin => mongoWith({ [twin]: 1 }),
  'datasource-mongo ColumnDeclaration': twin =>
    mongoWith({ columns: { total: { type: 'Number', [twin]: 1 } } }),
  'datasource-mongo Reference': twin => mongoWith({ references: { customer: { [twin]: 1 } } }),
  'datasource-sql ConnectionParams': twin => createSqlDataSource({ [twin]: 1 } as never),
  'datasource-sql ConnectionOptions': twin => sqlWith({ [twin]: 1 }),
  'datasource-sql ConnectionOptions.pool': twin => sqlWith({ pool: { [twin]: 1 } }),
  'datasource-sql SqlOptions': twin => sqlWith({ [twin]: 1 }),
  'datasource-sql SqlOptions.pool': twin => sqlWith({ pool: { [twin]: 1 } }),
  'datasource-sql SslFiles': twin => sqlWith({ ssl: { [twin]: 1 } }),
  'engine SourceOptions': twin =>
    agentWith({}).addDataSource(createMemoryDataSource({}), { [twin]: 1 } as never),
  'engine SearchOptions': async twin => {
    const made = await createTestAgent(agent =>
      agent
        .addDataSource(createMemoryDataSource({ orders }))
        .customizeCollection('orders', chain =>
          chain.replaceSearch((text, _, context) =>
            context.generateSearchFilter(text, { [twin]: 1 } as never),
          ),
        ),
    )
    await made.client.collection('orders').list({ search: 'x' }).finally(made.close)
  },
  'mcp-server McpMountOptions': twin => agentWith({}).mountAiMcpServer({ [twin]: 1 } as never),
  'mcp-server McpMountOptions.tokenTtl': twin =>
    agentWith({}).mountAiMcpServer({ tokenTtl: { [twin]: 1 } } as never),
  'plugin-flattener FlattenColumnOptions': define((chain, o) => chain.use(flattenColumn, o)),
  'plugin-flattener FlattenJsonColumnOptions': define((chain, o) =>
    chain.use(flattenJsonColumn, o),
  ),
  'plugin-flattener FlattenRelationOptions': define((chain, o) => chain.use(flattenRelation, o)),
  'service-client ServiceClientOptions': twin => createServiceClient({ [twin]: 1 } as never),
  'service-client InProcessServiceOptions': twin =>
    createInProcessService({ users: [], rights: true, [twin]: 1 } as never),
  'addAction()': define((chain, o) => chain.addAction('act', o)),
  'addExternalRelation()': define((chain, o) => chain.addExternalRelation('far', o)),
  'addField()': define((chain, o) => chain.addField('made', o)),
  'addManyToManyRelation()': define((chain, o) =>
    chain.addManyToManyRelation('r', 'orders', 'orders', o),
  ),
  'addManyToOneRelation()': define((chain, o) => chain.addManyToOneRelation('r', 'orders', o)),
  'addOneToManyRelation()': define((chain, o) => chain.addOneToManyRelation('r', 'orders', o)),
  'addOneToOneRelation()': define((chain, o) => chain.addOneToOneRelation('r', 'orders', o)),
  'importField()': define((chain, o) => chain.importField('i', o)),
}

/** What only packages of ours call: the compiler checks those. */
const ours = [
  'engine CsvOptions',
  'engine IterateOptions',
  'http CorsOptions',
  'http ErrorResponseOptions',
  'http HttpClientOptions',
  'http MountedOptions',
  'http ServeOptions',
  'http StandaloneOptions',
  'http StopOptions',
]

/** The name with its last letter twice, as fingers do. */
const misspelt = (name: string) => name + name.at(-1)

async function readRefusal(refuse: Refuse, twin: string): Promise<string> {
  try {
    await refuse(twin)
    return 'Nothing was said.'
  } catch (error) {
    return (error as Error).message
  }
}

const declared = declaredOptions()

describe('every option', () => {
  it('has a row in the table, and no row is left of one that is gone', () => {
    expect(Object.keys(table).concat(ours).sort()).toEqual([...declared.keys()].sort())
  })

  it.each(Object.keys(table))('of %s is refused when misspelt, with its right name', async row => {
    const missed: string[] = []
    for (const name of declared.get(row) ?? []) {
      const said = await readRefusal(table[row]!, misspelt(name))
      if (!new RegExp(`'${misspelt(name)}'.*Did you mean .*'${name}'`).test(said)) {
        missed.push(`${name}: ${said}`)
      }
    }
    expect(missed).toEqual([])
  })
})

const field = (definition: object) => (chain: CollectionCustomizer) =>
  chain.addField('made', {
    dependencies: ['id'],
    getValues: (records: readonly unknown[]) => records,
    ...definition,
  } as never)

const external = (type: string) => (chain: CollectionCustomizer) =>
  chain.addExternalRelation('far', { schema: { a: type }, listRecords: () => [] } as never)

/** Calls that take one of a few names, and those names. An empty list is read from what they say. */
const names: Readonly<Record<string, readonly [readonly string[], Refuse]>> = {
  'types of addField': [primitiveTypes, twin => start(field({ columnType: twin }))],
  'types inside lists and objects': [
    primitiveTypes,
    twin => start(field({ columnType: [{ a: twin }] })),
  ],
  'types of external relations': [primitiveTypes, twin => start(external(twin))],
  'types of columns in memory': [
    primitiveTypes,
    twin => createMemoryDataSource({ orders: { columns: { id: twin as never } } }),
  ],
  'types of columns of documents': [primitiveTypes, twin => mongoWith({ columns: { a: twin } })],
  'ways to store columns of documents': [
    [],
    twin => mongoWith({ columns: { a: { type: 'String', storedAs: twin } } }),
  ],
  'operators of filters': [
    operators,
    twin =>
      start(chain =>
        chain.addSegment('s', { field: 'status', operator: twin as never, value: 'x' }),
      ),
  ],
  'fields of segments': [
    ['id', 'status', 'bytes'],
    twin => start(chain => chain.addSegment('s', { field: twin, operator: 'Present' })),
  ],
  'members of the conditions of segments': [
    ['field', 'operator', 'value'],
    twin => start(chain => chain.addSegment('s', { [twin]: 1 } as never)),
  ],
  'positions of hooks': [
    [],
    twin => start(chain => chain.addHook(twin as never, 'List', () => {})),
  ],
  'types of hooks': [[], twin => start(chain => chain.addHook('Before', twin as never, () => {}))],
  'scopes of actions': [
    [],
    twin => start(chain => chain.addAction('a', { scope: twin as never, execute: () => {} })),
  ],
  'types of form fields': [
    [],
    twin =>
      start(chain =>
        chain.addAction('a', {
          scope: 'Global',
          form: [{ label: 'l', type: twin }] as never,
          execute: () => {},
        }),
      ),
  ],
  'binary modes': [
    [],
    twin => start(chain => chain.replaceFieldBinaryMode('bytes', twin as never)),
  ],
  'levels of the log': [[], twin => agentWith({ loggerLevel: twin })],
  'modes of encryption': [[], twin => sqlWith({ sslMode: twin })],
  databases: [[], twin => createSqlDataSource(`${twin}://host/name`)],
  'tools of AI clients': [
    toolNames,
    twin => resolveMcpOptions({ enabledTools: [twin as never] }, {}, () => {}),
  ],
  'rights in the process': [
    [],
    twin => createInProcessService({ users: [], rights: { orders: { [twin]: true } as never } }),
  ],
}

describe('every name of a fixed list', () => {
  it.each(Object.keys(names))('of %s is refused when misspelt, with the right one', async row => {
    const [listed, refuse] = names[row]!
    const known = listed.length > 0 ? listed : namesIn(await readRefusal(refuse, 'zzzzzzzzzz'))
    expect(known.length).toBeGreaterThan(1)
    const missed: string[] = []
    for (const name of known) {
      const said = await readRefusal(refuse, misspelt(name))
      if (!new RegExp(`Did you mean .*'${name}'`).test(said)) missed.push(`${name}: ${said}`)
    }
    expect(missed).toEqual([])
  })
})

/** `… There are: a, b, c.` */
function namesIn(said: string): readonly string[] {
  const line = said.split('\n')[0] ?? ''
  return (/: ([\w, -]+)\.$/.exec(line)?.[1] ?? '').split(', ').filter(Boolean)
}

describe('every variable', () => {
  it('that a program of ours names is known', () => {
    const named = namedVariables()
    expect(named.length).toBeGreaterThan(30)
    expect(named.flatMap(name => unknownVariables({ [name]: 'x' }))).toEqual([])
  })

  it('is told from its misspelt twin, which the service and the MCP server refuse and others warn of', () => {
    for (const name of namedVariables()) {
      const hint = expect.stringContaining(`Did you mean '${name}'?`)
      expect(unknownVariables({ [misspelt(name)]: 'x' })).toEqual([hint])
      expect(misspeltVariables({ [misspelt(name)]: 'x' })).toEqual([hint])
    }
  })
})
