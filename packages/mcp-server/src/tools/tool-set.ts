import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { McpScope } from '../contracts.js'
import { tools } from './index.js'
import type { Tool } from './tool.js'

/** The tools that are enabled, ready to be listed and called. */
export interface ToolSet {
  find(name: string): Tool | undefined
  /** What a client with these scopes sees, for somebody who may read these collections. */
  listFor(scopes: ReadonlySet<McpScope>, collections: readonly string[]): readonly ListedTool[]
}

/** Lists that are kept: roles and scopes that are in use at the same time. */
const keptLists = 100

/** Makes the tools of these names, and no others. */
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
      if (oldest !== undefined && lists.size >= keptLists) lists.delete(oldest)
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
  // What an answer may have besides is not promised, nor refused by clients that check it.
  const { $schema, ...plain } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      delete jsonSchema.propertyNames
      if (io === 'output') delete jsonSchema.additionalProperties
    },
  })
  return plain as ListedTool['inputSchema']
}

/** An enumeration tells clients the collections there are; an empty one would refuse every name. */
function withCollections(listing: ListedTool, collections: string[]): ListedTool {
  if (collections.length === 0) return listing
  const { properties = {} } = listing.inputSchema
  const collectionName = { ...(properties.collectionName as object), enum: collections }
  return {
    ...listing,
    inputSchema: { ...listing.inputSchema, properties: { ...properties, collectionName } },
  }
}
