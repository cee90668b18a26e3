import { createMemoryDataSource } from '@service/datasource-memory'
import { afterEach, describe, expect, it } from 'vitest'
import { createAgent, createInProcessService } from './index.js'

const name = 'SERVICE_SERVER_ULR'
const formerPort = process.env.PORT

afterEach(() => {
  delete process.env[name]
  if (formerPort === undefined) delete process.env.PORT
  else process.env.PORT = formerPort
})

function agentThatSays(lines: string[]) {
  return createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    skipSchemaUpdate: true,
    service: createInProcessService({ users: [], rights: {} }),
    logger: (level, message) => lines.push(`${level} ${message}`),
  })
}

describe('the start of an agent', () => {
  it('warns when there is no collection to show', async () => {
    const lines: string[] = []
    const agent = agentThatSays(lines)
    await agent.start()
    await agent.stop()
    agent.addDataSource(createMemoryDataSource({}))
    await agent.start()
    await agent.stop()
    expect(lines.filter(line => line.includes('no collection'))).toEqual([
      'Warn The agent shows no collection: no datasource was added. Call addDataSource before start.',
      expect.stringMatching(/^Warn The agent shows no collection: its datasources have none\./),
    ])
  })

  it('warns of a variable that is nearly one of ours', async () => {
    process.env[name] = 'http://localhost:3310'
    const lines: string[] = []
    const agent = agentThatSays(lines)
    await agent.start()
    await agent.stop()
    expect(lines).toContain(
      "Warn The variable SERVICE_SERVER_ULR is not used. Did you mean 'SERVICE_SERVER_URL'?",
    )
  })

  it('refuses a port that is none', () => {
    process.env.PORT = 'high'
    const agent = agentThatSays([])
    expect(() => agent.mountOnStandaloneServer()).toThrow("The variable PORT is 'high'.")
    expect(() => agent.mountOnStandaloneServer(70_000)).toThrow(
      "The port of mountOnStandaloneServer is '70000'. It must be a whole number from 0 to 65535.",
    )
  })
})
