import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentOptions, createAgent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { OpenProject, OpenService } from './open-service.js'

/** An agent connected to a real service. */
export interface OpenShop {
  readonly url: string
  /** Where AI clients connect. */
  readonly mcpUrl: string
  readonly authSecret: string
  /** What its action did, one line each. */
  readonly runs: readonly string[]
  /** What it logged as a warning. */
  readonly warnings: readonly string[]
  close(): Promise<void>
}

const authSecret = 'a secret for tests, of 32 characters'

export async function openShop(
  service: OpenService,
  project: OpenProject,
  options: Partial<AgentOptions> = {},
): Promise<OpenShop> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const runs: string[] = []
  const warnings: string[] = []
  const agent = createAgent({
    authSecret,
    envSecret: project.envSecret,
    serverUrl: service.url,
    schemaPath: join(folder, 'schema.json'),
    logger: (level, message) => level === 'Warn' && warnings.push(message),
    experimental: { updateRecordCustomActions: true },
    ...options,
  })
  agent.addDataSource(createMemoryDataSource({ orders }))
  agent.customizeCollection('orders', each =>
    each.addAction('Refund', {
      scope: 'Bulk',
      form: [{ type: 'Number', label: 'Amount', isRequired: true }],
      execute: async ({ caller, formValues, getRecordIds }, resultBuilder) => {
        const ids = (await getRecordIds()).join()
        runs.push(`${caller.email} refunds ${formValues.Amount} of ${ids}`)
        return ids === '3' ? resultBuilder.error('The bank is closed.') : undefined
      },
    }),
  )
  await agent.mountAiMcpServer().mountOnStandaloneServer(0, '127.0.0.1').start()
  const origin = `http://127.0.0.1:${agent.standaloneServerPort}`
  const url = `${origin}/service`
  await project.setAgentUrl(url)
  return {
    url,
    mcpUrl: `${origin}/mcp`,
    authSecret,
    runs,
    warnings,
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const orders = {
  columns: { id: { type: 'Number', isPrimaryKey: true }, total: 'Number' },
  records: [
    { id: 1, total: 10 },
    { id: 2, total: 200 },
    { id: 3, total: 30 },
  ],
} as const
