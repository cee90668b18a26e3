import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Agent,
  type AgentOptions,
  createAgent,
  createInProcessService,
  type InProcessService,
} from '@service/agent'
import type { Schema } from '@service/agent-client'
import { checkOptionNames, listOptionNames } from '@service/base'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { SchemaFile } from '@service/protocol'
import type { Who } from '../client/session.js'
import { type AgentTestClient, type AsOptions, createTestClient } from '../client/test-client.js'
import { createOverrides } from '../test-service/overrides.js'
import { createTestService } from '../test-service/test-service.js'
import { completePeople, type PeopleOptions } from './default-people.js'
import { createInProcessApprovals, observeService } from './observe-service.js'
import { drawMatrix, type MatrixOptions, type PermissionMatrix } from './permission-matrix.js'
import { roleRights } from './role-rights.js'
import { createTestClock, type TestClock } from './test-clock.js'

/** Options that every agent of a test needs. */
export type GivenAgentOptions = Pick<
  AgentOptions,
  'authSecret' | 'envSecret' | 'service' | 'schemaPath'
>

/** The users, their rights and the data. */
export interface TestAgentOptions<S extends Schema = Schema> extends PeopleOptions {
  readonly dataSources?: readonly DataSourceFactory[]
  /** Provides the users and rights, instead of `users`, `roles`, `teams` and `rights`. */
  readonly service?: InProcessService
  /** Creates the agent, for applications that have a function for it. Default: `createAgent`. */
  readonly create?: (options: GivenAgentOptions) => Agent<S>
  /** Prefix of the agent that `create` returns. Default: `/service`. */
  readonly prefix?: string
  /** An IANA name. Default: `UTC`. */
  readonly timezone?: string
}

const optionNames = listOptionNames<TestAgentOptions>({
  users: true,
  roles: true,
  teams: true,
  rights: true,
  dataSources: true,
  service: true,
  create: true,
  prefix: true,
  timezone: true,
})

/** A started agent in the process of the test, without a port. */
export interface TestAgent<S extends Schema = Schema> {
  readonly agent: Agent<S>
  /** A client for the first user. */
  readonly client: AgentTestClient<S>
  /** A client for another user: a role, a user or the id of one. */
  as(who: Who, options?: AsOptions): AgentTestClient<S>
  readonly permissions: {
    /**
     * Calls every route as every role and collects who may do what; its text is meant to be stored
     * as a snapshot.
     */
    matrix(options?: MatrixOptions): Promise<PermissionMatrix>
  }
  readonly clock: TestClock
  close(): Promise<void>
}

/**
 * Starts an agent inside the test, without a port or a service. Everyone may do everything unless
 * `rights` says otherwise.
 *
 * @example
 * const shop = await createTestAgent(agent => agent.addDataSource(source), {
 *   roles: { 1: 'Manager', 2: 'Support' },
 *   rights: { orders: { browse: true, read: true, delete: { roles: [1] } } },
 * })
 * const orders = await shop.as('Support').collection('orders').list()
 * await shop.close()
 */
export async function createTestAgent<S extends Schema = Schema>(
  customize: (agent: Agent<S>) => unknown = () => undefined,
  options: TestAgentOptions<S> = {},
): Promise<TestAgent<S>> {
  checkOptionNames(options, optionNames, 'createTestAgent')
  const { dataSources = [], prefix = '/service', timezone, create = createQuietAgent } = options
  const folder = await mkdtemp(join(tmpdir(), 'test-agent-'))
  const service = options.service ?? createInProcessService(completePeople(options))
  const schemas: SchemaFile[] = []
  const overrides = createOverrides(service, () => schemas.at(-1))
  const testApprovals = createInProcessApprovals(service)
  const observed = observeService(service, testApprovals, schema => {
    schemas.push(schema)
    overrides.refresh()
  })
  const authSecret = randomBytes(32).toString('hex')
  const envSecret = randomBytes(32).toString('hex')
  const schemaPath = join(folder, 'schema.json')
  const agent = create({ authSecret, envSecret, service: observed, schemaPath })
  for (const source of dataSources) agent.addDataSource(source)
  const clock = createTestClock()
  const close = async () => {
    clock.restore()
    await agent.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await customize(agent)
    await agent.start()
  } catch (error) {
    await close()
    throw error
  }

  const settle = async () => {}
  const [first] = service.snapshot.users.values()
  const client = createTestClient<S>({
    agentUrl: `http://agent.test${prefix}`,
    authSecret,
    schemaPath,
    timezone,
    service: createTestService({
      service,
      testApprovals,
      overrides,
      schemas,
      requests: [],
      settle,
    }),
    who: { id: first?.id ?? 1 },
    fetch: (url, init) => agent.fetch(new Request(url, init)),
  })
  return {
    agent,
    client,
    as: client.as,
    permissions: {
      matrix: async (wanted = {}) => {
        const schema: SchemaFile = JSON.parse(await readFile(schemaPath, 'utf8'))
        const plain = client as unknown as AgentTestClient
        return drawMatrix({ client: plain, schema, ...roleRights(service) }, wanted)
      },
    },
    clock,
    close,
  }
}

/** Logs only warnings and errors, for people who read the output of the tests. */
function createQuietAgent<S extends Schema>(options: GivenAgentOptions): Agent<S> {
  return createAgent<S>({ ...options, loggerLevel: 'Warn' })
}
