import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpScope, mcpScopes } from '../contracts.js'
import { call } from '../testing/call.js'
import { openShop, type Shop } from '../testing/open-shop.js'
import { type ToolName, toolNames } from '../tool-names.js'

const neededScope: Readonly<Record<ToolName, McpScope>> = {
  describeCollection: 'mcp:read',
  list: 'mcp:read',
  listRelated: 'mcp:read',
  getActionForm: 'mcp:read',
  create: 'mcp:write',
  update: 'mcp:write',
  delete: 'mcp:write',
  associate: 'mcp:write',
  dissociate: 'mcp:write',
  executeAction: 'mcp:action',
}

const relationArguments = { collectionName: 'orders', relationName: 'products', parentRecordId: 1 }

/** A call of each tool that succeeds. */
const calls: Readonly<Record<ToolName, Record<string, unknown>>> = {
  describeCollection: { collectionName: 'orders' },
  list: { collectionName: 'orders' },
  listRelated: relationArguments,
  create: { collectionName: 'customers', attributes: { name: 'New' } },
  update: { collectionName: 'customers', recordId: 1, attributes: { country: 'FR' } },
  delete: { collectionName: 'customers', recordIds: [99] },
  associate: { ...relationArguments, targetRecordId: 'cup' },
  dissociate: { ...relationArguments, targetRecordIds: ['cup'] },
  getActionForm: { collectionName: 'orders', actionName: 'Leave' },
  executeAction: { collectionName: 'orders', actionName: 'Leave' },
}

/** No scope, each one, all but one, all. */
const sets: readonly (readonly McpScope[])[] = [
  [],
  ...mcpScopes.map(scope => [scope]),
  ...mcpScopes.map(scope => mcpScopes.filter(other => other !== scope)),
  mcpScopes,
]

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('the scopes of a client', () => {
  it.each(sets.map(scopes => [scopes.join(' ') || 'none', scopes] as const))(
    'show and open exactly the tools they are needed for: %s',
    async (_, scopes) => {
      const client = await shop.connect({ scopes })
      const open = toolNames.filter(name => scopes.includes(neededScope[name]))
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(open)
      for (const name of toolNames) {
        const before = shop.requests.length
        const { isError, text } = await call(client, name, calls[name])
        expect(isError, `${name}: ${text}`).toBe(!open.includes(name))
        if (open.includes(name)) continue
        expect(text).toMatch(
          new RegExp(`'${name}' needs the scope '${neededScope[name]}'.*HTTP 403`),
        )
        expect(shop.requests).toHaveLength(before)
      }
    },
  )

  it('do not open more to a client of the 2025 revisions', async () => {
    const client = await shop.connect({ scopes: ['mcp:read'], mode: 'legacy' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      toolNames.filter(name => neededScope[name] === 'mcp:read'),
    )
    const { isError, text } = await call(client, 'create', calls.create)
    expect(isError).toBe(true)
    expect(text).toContain("needs the scope 'mcp:write'")
  })
})

describe('the tools that are enabled', () => {
  it('are the only ones shown and called', async () => {
    const narrow = await openShop({ enabledTools: ['list', 'unknown'] })
    try {
      const client = await narrow.connect()
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['list'])
      await expect(call(client, 'create', calls.create)).rejects.toThrow(
        "No tool 'create'. There are: list.",
      )
      await expect(call(client, 'describeCollection', calls.describeCollection)).rejects.toThrow(
        "No tool 'describeCollection'.",
      )
      expect(client.getInstructions()).not.toContain('describeCollection')
    } finally {
      await narrow.close()
    }
  })

  it('say what they do to a client that asks before it calls', async () => {
    const { tools } = await (await shop.connect()).listTools()
    const hints = tools.map(({ name, title, annotations: hint }) =>
      [
        name,
        title === hint?.title && 'titled',
        hint?.readOnlyHint && 'reads',
        hint?.destructiveHint && 'destroys',
        hint?.idempotentHint && 'idempotent',
      ]
        .filter(Boolean)
        .join(' '),
    )
    expect(hints).toEqual([
      'describeCollection titled reads idempotent',
      'list titled reads idempotent',
      'listRelated titled reads idempotent',
      'create titled',
      'update titled destroys idempotent',
      'delete titled destroys idempotent',
      'associate titled',
      'dissociate titled destroys idempotent',
      'getActionForm titled reads idempotent',
      'executeAction titled destroys',
    ])
  })
})
