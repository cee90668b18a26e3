import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent, readError } from './testing/open-agent.js'
import { shop } from './testing/shop.js'
import { type DocumentServer, startDocuments } from './testing/start-documents.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let documents: DocumentServer
let folder: string
let opened: OpenAgent[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connected-'))
  documents = await startDocuments()
  opened = []
})

afterEach(async () => {
  await Promise.all(opened.map(agent => agent.close()))
  await documents.stop()
  await rm(folder, { recursive: true })
})

async function open(options: OpenOptions = {}): Promise<OpenAgent> {
  const agent = await openAgent(shop(), {
    service: undefined,
    serverUrl: documents.url,
    snapshotPath: join(folder, 'snapshot.json'),
    logger: () => {},
    ...options,
  })
  opened.push(agent)
  return agent
}

const readHealth = async ({ url }: OpenAgent) => {
  const response = await fetch(url)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 30_000, interval: 20 })

describe('an agent with a service over HTTP', () => {
  it('sends its schema, serves by the rights of the service, and is well', async () => {
    const agent = await open()
    expect((await agent.get('/orders')).status).toBe(200)
    expect(documents.received).toContain('/agent-api/schema')
    expect(await readHealth(agent)).toEqual({
      status: 200,
      body: { error: null, message: 'Agent is running', rights: 'open' },
    })
  })

  it('starts while the service is away, answers 503 with Retry-After, and serves when it is back', async () => {
    await documents.stop()
    const agent = await open()
    const refused = await agent.get('/orders')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(readError(refused)).toMatchObject({ name: 'ServiceAwayError', code: 'service_away' })
    expect(await readHealth(agent)).toEqual({
      status: 503,
      body: {
        error: 'The service cannot be reached.',
        message: 'Agent is running, but has no rights to serve with',
        service: { state: 'away', reason: 'The service cannot be reached.' },
      },
    })
    await documents.restart()
    await eventually(async () => (await agent.get('/orders')).status).toBe(200)
    await eventually(() => documents.received).toContain('/agent-api/schema')
    await eventually(async () => (await readHealth(agent)).body.message).toBe('Agent is running')
  })

  it('serves the last rights after a restart while the service is down, and says so', async () => {
    const former = await open()
    expect((await former.get('/orders')).status).toBe(200)
    await former.agent.stop()
    expect((await stat(join(folder, 'snapshot.json'))).mode & 0o777).toBe(0o600)
    await documents.stop()
    const agent = await open()
    expect((await agent.get('/orders')).status).toBe(200)
    expect(await readHealth(agent)).toEqual({
      status: 200,
      body: {
        error: null,
        message: 'Agent is running with the last known rights',
        rights: 'open',
        service: {
          state: 'stale',
          asOf: expect.stringMatching(/^\d{4}-/),
          reason: 'The service cannot be reached.',
        },
      },
    })
  })

  it('keeps the rights beside the schema file unless it is told where', async () => {
    const schemaPath = join(folder, 'schema.json')
    const agent = await open({ schemaPath, snapshotPath: undefined })
    await agent.agent.stop()
    const kept = await readFile(join(folder, '.service', 'agent-snapshot.json'), 'utf8')
    expect(Object.keys(JSON.parse(kept))).toEqual(['seal', 'text'])
  })

  it('starts again after a stop', async () => {
    const agent = await open()
    await agent.agent.stop()
    await agent.agent.start()
    const url = `http://127.0.0.1:${agent.agent.standaloneServerPort}/service`
    expect(await (await fetch(url)).json()).toMatchObject({ message: 'Agent is running' })
  })

  it('warns at every start that rights are open', async () => {
    const warnings: string[] = []
    const logger = (level: string, message: string) => level === 'Warn' && warnings.push(message)
    const agent = await open({ logger, loggerLevel: 'Warn' })
    const warning = expect.stringMatching(/^Rights are open in this environment: everybody/)
    expect(warnings).toEqual([warning])
    await agent.agent.stop()
    await agent.agent.start()
    expect(warnings).toEqual([warning, warning])
  })
})
