import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { createInProcessService } from '@service/service-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAgent } from './agent.js'
import { type OpenAgent, type OpenOptions, openAgent, readError } from './testing/open-agent.js'
import { shop } from './testing/shop.js'

const secrets = { authSecret: 'a secret for tests, of 32 characters', envSecret: '0'.repeat(64) }
const quiet = { loggerLevel: 'Error', logger: () => {} } as const
const numbers = () =>
  createMemoryDataSource({
    numbers: { columns: { id: { type: 'Number', isPrimaryKey: true } }, records: [{ id: 1 }] },
  })
const service = () =>
  createInProcessService({ users: [{ id: 1, email: 'a@example.com', roleId: 1 }], rights: true })

/** A data source that records when it is opened and closed, and can be made slow or broken. */
function observed(factory: DataSourceFactory) {
  const state = {
    opened: 0,
    closed: 0,
    delay: 0,
    failure: undefined as Error | undefined,
    checks: 0,
  }
  const source: DataSourceFactory = async (...args) => {
    const inner = await factory(...args)
    state.opened += 1
    return {
      ...inner,
      collections: inner.collections.map(collection => ({
        ...collection,
        list: async (...scan: Parameters<typeof collection.list>) => {
          if (state.delay > 0) await new Promise(resolve => setTimeout(resolve, state.delay))
          return collection.list(...scan)
        },
      })),
      async check() {
        state.checks += 1
        if (state.failure) throw state.failure
      },
      async close() {
        state.closed += 1
      },
    }
  }
  return { source, state }
}

let opened: OpenAgent[] = []
afterEach(async () => {
  await Promise.all(opened.map(agent => agent.close()))
  opened = []
  vi.unstubAllEnvs()
})
async function open(dataSource: DataSourceFactory, options?: OpenOptions): Promise<OpenAgent> {
  const agent = await openAgent(dataSource, options)
  opened.push(agent)
  return agent
}

describe('start', () => {
  it('fails without a service and says what to set', async () => {
    vi.stubEnv('SERVICE_SERVER_URL', undefined)
    await expect(createAgent(secrets).start()).rejects.toThrow(
      /^The agent does not know where its service is: set the variable SERVICE_SERVER_URL, or the option 'serverUrl', .* createInProcessService/,
    )
  })

  it('fails when the address of the service is none, naming the variable', async () => {
    vi.stubEnv('SERVICE_SERVER_URL', 'service.example.com')
    await expect(createAgent(secrets).start()).rejects.toThrow(
      "The variable SERVICE_SERVER_URL is 'service.example.com'. It must be an address like",
    )
  })

  it('closes what it opened when a datasource cannot be opened', async () => {
    const { source, state } = observed(numbers())
    const agent = createAgent({ ...secrets, ...quiet, service: service() })
      .addDataSource(source)
      .addDataSource(async () => {
        throw new Error('The database is not there')
      })
    await expect(agent.start()).rejects.toThrow('The database is not there')
    expect(state).toMatchObject({ opened: 1, closed: 1 })
  })

  it('names the call and the line of a customization that fails', async () => {
    const { source, state } = observed(numbers())
    const agent = createAgent({ ...secrets, ...quiet, service: service() })
      .addDataSource(source)
      .customizeCollection('nope', collection => collection.disableCount())
    await expect(agent.start()).rejects.toThrow(/on 'nope': [\s\S]*agent\.test\.ts:\d+/)
    expect(state).toMatchObject({ opened: 1, closed: 1 })
  })

  it('reports a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const { schemaPath } = await folder()
    const agent = createAgent({ ...secrets, ...quiet, service: service(), schemaPath })
      .addDataSource(numbers())
      .mountOnStandaloneServer(port, '127.0.0.1')
    await expect(agent.start()).rejects.toThrow(`Cannot listen on 127.0.0.1:${port}`)
    taken.close()
  })

  it('is refused a second time', async () => {
    const { agent } = await open(numbers())
    await expect(agent.start()).rejects.toThrow('The agent is already started.')
    expect((await agent.fetch(new Request('http://localhost/service/'))).status).toBe(200)
  })
})

describe('before start and after stop', () => {
  it('answers 503 and says so', async () => {
    const agent = createAgent({ ...secrets, ...quiet, service: service() })
    const response = await agent.fetch(new Request('http://localhost/service/'))
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      errors: [
        {
          name: 'NotStartedError',
          detail: 'The agent is not started: call its start().',
          status: 503,
          code: 'not_started',
        },
      ],
    })
  })

  it('starts again after a stop, on the same address', async () => {
    const running = await open(numbers())
    await running.agent.stop()
    expect(running.agent.standaloneServerPort).toBeUndefined()
    await running.agent.start()
    const url = `http://127.0.0.1:${running.agent.standaloneServerPort}/service/`
    expect((await fetch(url)).status).toBe(200)
  })
})

describe('health', () => {
  it('answers without a session, with and without a trailing slash', async () => {
    const { url } = await open(numbers())
    for (const path of ['', '/']) {
      const response = await fetch(url + path)
      expect(response.status).toBe(200)
      const body = { error: null, message: 'Agent is running', rights: 'open' }
      expect(await response.json()).toEqual(body)
    }
  })

  it('names the datasource that does not answer, without its secrets, asking it once a second', async () => {
    const { source, state } = observed(numbers())
    const { url } = await open(source, quiet)
    state.failure = new Error('password "hunter2" refused')
    const answers = await Promise.all([1, 2, 3].map(() => fetch(url)))
    expect(answers.map(answer => answer.status)).toEqual([503, 503, 503])
    expect(await answers[0]!.json()).toEqual({
      error: 'Datasource 1 (numbers): It does not respond.',
      message: 'Agent is running, but not all its datasources respond',
      rights: 'open',
    })
    expect(state.checks).toBe(1)
  })
})

describe('restart', () => {
  it('drops no request under load and closes the old datasources', async () => {
    const { source, state } = observed(numbers())
    const running = await open(source)
    state.delay = 5
    let isDone = false
    const statuses: number[] = []
    const load = Array.from({ length: 8 }, async () => {
      while (!isDone) statuses.push((await running.get('/numbers')).status)
    })
    for (let round = 0; round < 5; round += 1) {
      const answered = statuses.length
      await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(answered)
      await running.agent.restart()
    }
    isDone = true
    await Promise.all(load)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await expect.poll(() => state.closed).toBe(5)
    expect(state.opened).toBe(6)
  })

  it('serves on as before when the new model fails', async () => {
    const lines: string[] = []
    const running = await open(numbers(), { logger: (_, message) => lines.push(message) })
    running.agent.customizeCollection('nope', collection => collection.disableCount())
    await expect(running.agent.restart()).rejects.toThrow("on 'nope'")
    expect((await running.get('/numbers')).status).toBe(200)
    expect(lines).toEqual([
      'The agent could not restart: it continues to serve without the changes',
    ])
  })

  it('coalesces calls made meanwhile, and sees what was customized since', async () => {
    const { source, state } = observed(numbers())
    const running = await open(source)
    const first = running.agent.restart()
    await Promise.resolve()
    running.agent.customizeCollection('numbers', collection => collection.disableCount())
    await Promise.all([
      first,
      running.agent.restart(),
      running.agent.restart(),
      running.agent.restart(),
    ])
    expect(state.opened).toBeLessThanOrEqual(3)
    expect((await running.get('/numbers/count')).json).toEqual({ meta: { count: 'deactivated' } })
  })
})

describe('stop', () => {
  it('closes what a restart was still opening', async () => {
    const { source, state } = observed(numbers())
    const running = await open(source, quiet)
    const restarted = running.agent.restart()
    await running.agent.stop()
    await restarted.catch(() => undefined)
    await expect.poll(() => state.closed).toBe(state.opened)
    expect((await running.agent.fetch(new Request('http://localhost/service/'))).status).toBe(503)
  })

  it('finishes the requests in flight, then closes the datasources', async () => {
    const { source, state } = observed(numbers())
    const running = await open(source)
    state.delay = 150
    const slow = running.get('/numbers')
    await new Promise(resolve => setTimeout(resolve, 50))
    const stopped = running.agent.stop()
    expect(state.closed).toBe(0)
    expect((await slow).status).toBe(200)
    await stopped
    expect(state.closed).toBe(1)
    await expect(fetch(running.url)).rejects.toThrow()
  })
})

describe('the schema without starting', () => {
  it('writes the schema and the typings, and keeps the datasources until stop', async () => {
    const { schemaPath, typingsPath } = await folder()
    const { source, state } = observed(numbers())
    const agent = createAgent({ ...secrets, ...quiet, schemaPath, typingsPath, isProduction: true })
    agent.addDataSource(source)
    await agent.generateSchemaOnly()
    expect(JSON.parse(await readFile(schemaPath, 'utf8')).collections).toMatchObject([
      { name: 'numbers' },
    ])
    expect(await readFile(typingsPath, 'utf8')).toMatch(/numbers/)
    expect(state.closed).toBe(0)
    await agent.updateTypesOnFileSystem(`${typingsPath}.ts`, 1)
    expect(await readFile(`${typingsPath}.ts`, 'utf8')).toMatch(/numbers/)
    // Each call builds everything again and closes what the previous one opened.
    expect(state.closed).toBe(1)
    await agent.stop()
    expect(state.closed).toBe(2)
  })
})

describe('the pipeline', () => {
  it('lets configured origins in and no others', async () => {
    const allowedOrigins = ['https://admin.example.com']
    const { url, get } = await open(numbers(), { allowedOrigins })
    const allowed = await get('/numbers', { origin: 'https://admin.example.com' })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://admin.example.com')
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
    const other = await get('/numbers', { origin: 'https://evil.example.com' })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${url}/numbers`, {
      method: 'OPTIONS',
      headers: { origin: allowedOrigins[0]!, 'access-control-request-headers': 'authorization' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization',
    ])
  })

  it('names a request in the answer, an error and the log alike', async () => {
    const lines: string[] = []
    const running = await open(numbers(), {
      loggerLevel: 'Debug',
      logger: (_, message) => lines.push(message),
    })
    const answer = await running.get('/nope?search=private')
    const id = answer.headers.get('x-service-correlation-id')!
    const line = lines.find(text => text.includes(id))
    expect(line).toMatch(/^\[404\] GET \/service\/nope - [\d.]+ ms - [\w-]+$/)
    expect(lines.join()).not.toContain('private')
  })

  it('speaks the other spelling below its prefix', async () => {
    const running = await open(shop(), { prefix: '/forest' })
    const answer = await running.get('/orders?page[size]=1', {
      authorization: '',
      cookie: `forest_session_token=${running.token}`,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-forest-correlation-id')).toMatch(/^[\w-]{36}$/)
    expect(answer.text).toContain('"href":"/forest/orders/1/relationships/products"')
  })

  it('lets an option rewrite what clients read of an error', async () => {
    const running = await open(numbers(), {
      customizeErrorMessage: error =>
        (error as Error).message.includes('nope') ? 'Sorry' : undefined,
    })
    expect(readError(await running.get('/nope')).detail).toBe('Sorry')
    expect(readError(await running.get('/numbers/x')).detail).toMatch(/^The id "x" is wrong/)
  })

  it('hides what an unexpected error says', async () => {
    const lines: unknown[] = []
    const broken: DataSourceFactory = async (...args) => {
      const source = await numbers()(...args)
      const collections = source.collections.map(collection => ({
        ...collection,
        list: async () => {
          throw new Error('secret detail')
        },
      }))
      return { ...source, collections }
    }
    const running = await open(broken, { logger: (...line) => lines.push(line) })
    const answer = await running.get('/numbers')
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('secret')
    expect(JSON.stringify(lines)).toContain('secret detail')
  })
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'agent-'))
  return { schemaPath: join(path, 'schema.json'), typingsPath: join(path, 'typings.ts') }
}
