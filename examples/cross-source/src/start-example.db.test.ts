import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServiceSandbox } from '@service/agent-testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startExample } from './start-example.js'
import { openTestDatabases, type TestDatabases } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

describe.skipIf(!postgresUrl || !mongoUrl)('startExample', () => {
  let databases: TestDatabases
  let dataDir: string
  beforeAll(async () => {
    databases = await openTestDatabases({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! })
    dataDir = await mkdtemp(join(tmpdir(), 'cross-source-'))
  })
  afterAll(async () => {
    await databases?.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })

  it('tells a service of both databases and their relations', async () => {
    const sandbox = await createServiceSandbox(0)
    const envSecret = 'e'.repeat(64)
    const { postgres: postgresUrl, mongo: mongoUrl } = databases
    const service = { serverUrl: sandbox.url, envSecret }
    try {
      const example = await startExample({ agentPort: 0, dataDir, postgresUrl, mongoUrl, service })
      try {
        expect(example.session).toBeUndefined()
        const { schemas } = await sandbox.environment(envSecret).recorded()
        const names = schemas.at(-1)?.collections.map(({ name }) => name)
        expect(names).toEqual(['deliveries', 'events', 'orders'])
      } finally {
        await example.stop()
      }
    } finally {
      await sandbox.close()
    }
  })
})
