import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { McpScope } from '../contracts.js'
import { tools } from './index.js'
import type { Tool } from './tool.js'

/** The tools that are enabled, ready to be listed and called. */
export interface ToolSet {
  find(name: string): Tool | undefined
  /** The tools for a client with these token scopes, and a person who may read these collections. */
  listFor(scopes: ReadonlySet<McpScope>, collections: readonly string[]): readonly ListedTool[]
}

/** Maximum number of cached lists: combinations of roles and token scopes in use at the same time. */
const maxCachedLists = 100

/** Creates the tools of these names. */
export function buildToolSet(enabled: ReadonlySet<string>): ToolSet {
  const chosen = tools.filter(({ name }) => enabled.has(name))
  const byName = new Map(chosen.map(tool => [tool.name as string, tool]))
  const listings = chosen.map(tool => ({ tool, listing: toListing(tool, enabled) }))
  const lists = new Map<string, readonly ListedTool[]>()
  return {
    find: name => byName.get(name),
    listFor(scopes, collections) {
      const key = JSON.stringify([[...scopes].sort(), collections])
      const known = lists.get(key)
      if (known) return known
      const names = [...collections]
      const list = listings
        .filter(({ tool }) => scopes.has(tool.scope))
        .map(({ listing }) => withCollections(listing, names))
      const [oldest] = lists.keys()
      if (oldest !== undefined && lists.size >= maxCachedLists) lists.delete(oldest)
      lists.set(key, list)
      return list
    },
  }
}

function toListing(tool: Tool, enabled: ReadonlySet<string>): ListedTool {
  const { name, title, description, advice, hints, input, output } = tool
  const isAdvised = advice !== undefined && enabled.has(advice.about)
  return {
    name,
    title,
    description: isAdvised ? `${description} ${advice.text}` : description,
    inputSchema: toJsonSchema(input, 'input'),
    ...(output && { outputSchema: toJsonSchema(output, 'output') }),
    annotations: { title, ...hints },
  }
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  // Results may have additional properties, so that clients which validate them must accept those.
  const { $schema, ...plain } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      delete jsonSchema.propertyNames
      if (io === 'output') delete jsonSchema.additionalProperties
    },
  })
  return plain as ListedTool['inputSchema']
}

/** Lists the known collections as an enum; an empty enum would reject every name. */
function withCollections(listing: ListedTool, collections: string[]): ListedTool {
  if (collections.length === 0) return listing
  const { properties = {} } = listing.inputSchema
  const collectionName = { ...(properties.collectionName as object), enum: collections }
  return {
    ...listing,
    inputSchema: { ...listing.inputSchema, properties: { ...properties, collectionName } },
  }
}
