import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAgent } from './agent.js'

const page = readFileSync(new URL('../../../docs/start/migration.md', import.meta.url), 'utf8')

/** Both columns of the table below a heading. */
const listTableRows = (heading: string) =>
  (page.split(`### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '')
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| before'))
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, before = '', now = '']) => ({ before, now }))

const marked = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(match => match[1] ?? '')

/** Options of the protocol family's agent, by where they are given. */
const family = {
  createAgent:
    'authSecret envSecret isProduction logger loggerLevel prefix schemaPath typingsPath typingsMaxDepth useUnsafeActionEndpoint forestServerUrl forestAppUrl instantCacheRefresh skipSchemaUpdate limitExportSize customizeErrorMessage permissionsCacheDurationInSeconds maxBodySize bodyParserOptions.jsonLimit bodyParserOptions.enableRawChecking ignoreMissingSchemaElementErrors experimental workflowExecutorUrl auditTrail',
  'addDataSource and customizations': 'include exclude rename',
  createSqlDataSource:
    'uri dialect schema sslMode pool ssh proxy introspection displaySoftDeleted liveQueryConnections',
  createMongoDataSource: 'uri introspection.collectionSampleSize dataSource.flattenMode',
  mountAiMcpServer: 'enabledTools basePath tokenTtl allowedOAuthClients fileUploads',
  addAi: 'name provider apiKey model',
  'Environment variables':
    'FOREST_AUTH_SECRET FOREST_ENV_SECRET FOREST_SERVER_URL FOREST_APP_URL FOREST_SUBSCRIPTION_URL FOREST_AUTH_TOKEN FOREST_AGENT_URL FOREST_MCP_SERVER_URL FOREST_MCP_ENABLED_TOOLS FOREST_MCP_ALLOWED_OAUTH_CLIENTS FOREST_MCP_ACCESS_TOKEN_TTL_SECONDS FOREST_MCP_REFRESH_TOKEN_TTL_SECONDS FOREST_MCP_FILE_UPLOADS FOREST_MCP_UPLOAD_STORAGE_MODULE MCP_SERVER_PORT TOKEN_PATH LOG_LEVEL',
  Commands: 'bootstrap login update-typings package publish logs start',
}

describe('the page about migration', () => {
  it.each(Object.entries(family))('tells what becomes of each option: %s', (heading, names) => {
    const before = listTableRows(heading)
      .map(row => row.before)
      .join(' ')
    const missing = names
      .split(' ')
      .filter(name => !new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`).test(before))
    expect(missing).toEqual([])
    for (const { now } of listTableRows(heading)) expect(now).not.toBe('')
  })

  it('calls the same only what createAgent takes', () => {
    const kept = listTableRows('createAgent')
      .filter(({ now }) => now.startsWith('the same'))
      .flatMap(({ before }) => marked(before))
      .filter(name => name !== 'experimental')
    expect(kept.length).toBeGreaterThan(10)
    for (const name of kept) {
      expect(() => createAgent({ [name]: undefined } as never)).not.toThrow(/[Uu]nknown option/)
    }
    expect(() => createAgent({ forestAppUrl: '' } as never)).toThrow(/[Uu]nknown option/)
  })
})
