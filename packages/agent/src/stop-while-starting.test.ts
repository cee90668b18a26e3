import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { createInProcessService, type ServicePort } from '@service/service-client'
import { freePort } from '@service/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, createAgent } from './agent.js'
import type { AuditTrail } from './audit/audit-trail.js'
import type { AgentOptions } from './options.js'

const secrets = {
  authSecret: 'a secret for tests, of 32 characters',
  envSecret: '0'.repeat(64),
  logger: () => {},
}
const STOPPED = { code: 'stopped_while_starting' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stopped-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Calls `reach` with the name of each step before and after it. */
type Reach = (step: string) => void

interface World {
  readonly agent: Agent
  readonly port: number
  /** How often each opened resource was closed. */
  readonly closings: number[]
  readonly service: { started: number; stopped: number }
  readonly audit: { open: boolean }
}

async function createWorld(reach: Reach = () => {}, options: Partial<AgentOptions> = {}) {
  const closings: number[] = []
  const stepping = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    reach(`before ${step}`)
    await turn()
    const result = await work()
    reach(`after ${step}`)
    return result
  }
  const source =
    (name: string): DataSourceFactory =>
    (logger, restart) =>
      stepping(name, async () => {
        const id = { type: 'Number', isPrimaryKey: true } as const
        const definition = { [name]: { columns: { id }, records: [{ id: 1 }] } }
        const opened = await createMemoryDataSource(definition)(logger, restart)
        const index = closings.push(0) - 1
        const close = async () => {
          await opened.close()
          closings[index] = (closings[index] ?? 0) + 1
        }
        return { ...opened, close }
      })
  const inner = createInProcessService({
    users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
    rights: true,
  })
  const service = { started: 0, stopped: 0 }
  const port: ServicePort = {
    ...inner,
    get snapshot() {
      return inner.snapshot
    },
    get status() {
      return inner.status
    },
    start: () =>
      stepping('service.start', async () => {
        service.started += 1
        await inner.start()
      }),
    stop: async () => {
      service.stopped = service.started
      await inner.stop()
    },
    sendSchema: (...schema) => stepping('sendSchema', () => inner.sendSchema(...schema)),
    mcp: {
      ...inner.mcp,
      agentUrl: () => stepping('mcp.agentUrl', () => inner.mcp.agentUrl()),
      watchGrants: () => stepping('mcp.watchGrants', () => inner.mcp.watchGrants()),
    },
  }
  const audit = { open: false }
  const auditTrail: AuditTrail = {
    isCritical: false,
    redacted: [],
    begin: async () => [],
    settle: async () => {},
    withdraw: async () => {},
    find: async () => [],
    count: async () => 0,
    users: async () => [],
    open: () =>
      stepping('auditTrail.open', async () => {
        audit.open = true
      }),
    close: async () => {
      audit.open = false
    },
  }
  const tcp = await freePort()
  const agent = createAgent({
    ...secrets,
    service: port,
    auditTrail,
    schemaPath: join(folder, 'schema.json'),
    typingsPath: join(folder, 'typings.ts'),
    activityLog: { folder: join(folder, 'activity') },
    ...options,
  })
    .addDataSource(source('orders'))
    .addDataSource(source('customers'))
    .mountAiMcpServer()
    .mountOnStandaloneServer(tcp, '127.0.0.1')
  return { agent, port: tcp, closings, service, audit } satisfies World
}

async function expectNothingOpen({ agent, port, closings, service, audit }: World) {
  await expect(fetch(`http://127.0.0.1:${port}/service/`)).rejects.toThrow()
  expect(agent.standaloneServerPort).toBeUndefined()
  expect((await agent.fetch(new Request('http://localhost/service/'))).status).toBe(503)
  expect(closings.every(times => times === 1)).toBe(true)
  expect(service.stopped).toBe(service.started)
  expect(audit.open).toBe(false)
  const files = await readdir(folder, { recursive: true })
  expect(files.filter(name => name.endsWith('.owner'))).toEqual([])
}

/** Starts the agent again, to check that nothing of the stopped one is left. */
async function expectToWork(world: World) {
  await world.agent.start()
  expect((await fetch(`http://127.0.0.1:${world.port}/service/`)).status).toBe(200)
  await world.agent.stop()
  await expectNothingOpen(world)
}

/** The steps that `run` passes, in their order. */
async function recordSteps(run: (agent: Agent) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = []
  const world = await createWorld(step => steps.push(step))
  await world.agent.start()
  steps.length = run === started ? steps.length : 0
  await run(world.agent)
  await world.agent.stop()
  return steps
}

const started = async () => {}

describe('stop while the agent starts', () => {
  it('wins at every step, closes everything once, and lets it start again', async () => {
    const steps = await recordSteps(started)
    expect(steps).toEqual(
      expect.arrayContaining([
        'before service.start',
        'before auditTrail.open',
        'after orders',
        'after sendSchema',
        'before mcp.watchGrants',
      ]),
    )
    for (const step of steps) {
      let stopped: Promise<void> | undefined
      const world = await createWorld(reached => {
        if (reached === step) stopped ??= world.agent.stop()
      })
      await expect(world.agent.start(), step).rejects.toMatchObject(STOPPED)
      await stopped
      await expectNothingOpen(world)
      await expectToWork(world)
    }
  }, 30_000)

  it('wins in every turn of the event loop, also between the steps', async () => {
    let outcome = 'stopped'
    for (let turns = 0; outcome === 'stopped'; turns++) {
      const world = await createWorld()
      const start = world.agent.start().then(
        () => 'started',
        error => {
          expect(error).toMatchObject(STOPPED)
          return 'stopped'
        },
      )
      for (let passed = 0; passed < turns; passed++) await turn()
      await world.agent.stop()
      await expectNothingOpen(world)
      outcome = await start
    }
  }, 30_000)

  it('does not wait for a service that says nothing', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer(socket => {
      sockets.add(socket)
      socket.resume().on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as { port: number }
    const world = await createWorld(undefined, {
      service: undefined,
      serverUrl: `http://127.0.0.1:${port}`,
      snapshotPath: join(folder, 'snapshot.json'),
    })
    const refused = expect(world.agent.start()).rejects.toMatchObject(STOPPED)
    await expect.poll(() => sockets.size).toBeGreaterThan(0)
    await world.agent.stop()
    await refused
    await expectNothingOpen(world)
    await expect.poll(() => sockets.size).toBe(0)
    silent.close()
  })
})

describe('stop while the agent restarts', () => {
  it('wins at every step and closes both models once', async () => {
    const steps = await recordSteps(agent => agent.restart())
    expect(steps.length).toBeGreaterThan(3)
    for (const step of steps) {
      let stopped: Promise<void> | undefined
      let isRestarting = false
      const world = await createWorld(reached => {
        if (isRestarting && reached === step) stopped ??= world.agent.stop()
      })
      await world.agent.start()
      isRestarting = true
      await expect(world.agent.restart(), step).rejects.toMatchObject(STOPPED)
      await stopped
      await expectNothingOpen(world)
    }
  }, 30_000)
})

describe('start and stop, called in any order without waiting', () => {
  it('end as the last call says', async () => {
    const world = await createWorld()
    const { agent } = world
    const outcomes = await Promise.allSettled([
      agent.start(),
      agent.stop(),
      agent.start(),
      agent.start(),
      agent.stop(),
      agent.stop(),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(outcomes[3]).toMatchObject({ reason: { message: 'The agent is already started.' } })
    await expectNothingOpen(world)
    const [, last] = await Promise.all([agent.stop(), agent.start()])
    expect(last).toBeUndefined()
    expect((await fetch(`http://127.0.0.1:${world.port}/service/`)).status).toBe(200)
    await agent.stop()
    await expectNothingOpen(world)
  })

  it('close what generateSchemaOnly opens, however often it is asked at once', async () => {
    const world = await createWorld()
    const generated = Promise.all([
      world.agent.generateSchemaOnly(),
      world.agent.generateSchemaOnly(),
    ])
    await world.agent.stop()
    await generated
    expect(world.closings).toEqual([1, 1, 1, 1])
  })
})
