import { createTestAgent, type TestAgent, type TestAgentOptions } from '@service/agent-testing'
import { type Db, MongoClient } from 'mongodb'
import pg from 'pg'
import { createCrossSourceAgent, type Databases } from '../agent.js'
import { demoData, type Order, type OrderEvent } from '../demo-data.js'
import { fillEvents, fillOrders } from '../fill.js'

/** New databases of two servers, which closing drops. */
export interface TestDatabases {
  readonly postgres: string
  readonly mongo: string
  readonly orders: pg.Client
  readonly events: Db
  close(): Promise<void>
}

export interface Servers {
  readonly postgresUrl: string
  readonly mongoUrl: string
}

let databases = 0

export async function openTestDatabases({
  postgresUrl,
  mongoUrl,
}: Servers): Promise<TestDatabases> {
  const name = `cross_source_${process.pid}_${databases++}`
  const server = new pg.Client({ connectionString: postgresUrl })
  await server.connect()
  await server.query(`create database ${name}`)
  const postgres = Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href
  const orders = new pg.Client({ connectionString: postgres })
  await orders.connect()
  const mongo = mongoUrl.replace(/^(mongodb:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`)
  const client = await MongoClient.connect(mongo)
  const events = client.db()
  const close = async () => {
    await events.dropDatabase()
    await client.close()
    await orders.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  }
  return { postgres, mongo, orders, events, close }
}

export interface OpenTest extends TestAgent, Omit<TestDatabases, 'close'> {
  /** Lines of the level `Debug` that print a plan, without times. */
  readonly plans: string[]
}

export type Data = ReturnType<typeof demoData>

/** The example over databases of its own, with its demo data or others. */
export async function openTest(
  servers: Servers,
  { orders, events }: Partial<Data> = demoData(),
  people: TestAgentOptions = {},
): Promise<OpenTest> {
  const opened = await openTestDatabases(servers)
  try {
    await fillAll(opened, orders, events)
    const plans: string[] = []
    const test = await startTest(opened, plans, people)
    const close = async () => {
      await test.close()
      await opened.close()
    }
    return { ...opened, ...test, plans, close }
  } catch (error) {
    await opened.close()
    throw error
  }
}

export async function fillAll(
  opened: TestDatabases,
  orders: readonly Order[] = [],
  events: readonly OrderEvent[] = [],
): Promise<void> {
  await fillOrders((sql, values) => opened.orders.query(sql, values), orders)
  await fillEvents(opened.events, events)
}

export function startTest(
  databases: Databases,
  plans: string[] = [],
  people: TestAgentOptions = {},
): Promise<TestAgent> {
  return createTestAgent(undefined, {
    ...people,
    create: options =>
      createCrossSourceAgent(databases, {
        ...options,
        loggerLevel: 'Debug',
        logger(level, message) {
          if (level === 'Debug' && /^(list|aggregate|fold) /.test(message)) {
            plans.push(message.replaceAll(/, [\d.]+ ms|\n +\d+ rows in .*$/g, ''))
          }
        },
      }),
  })
}

/** Texts as regions of a file, which pages of the documentation repeat. */
export function regions(texts: Readonly<Record<string, string>>): string {
  const each = Object.entries(texts).map(
    ([name, text]) => `// #region ${name}\n${text}\n// #endregion\n`,
  )
  return each.join('\n')
}
