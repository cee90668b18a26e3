import type { ListOptions, RowOptions } from '@service/agent-client'
import * as z from 'zod'
import { collectionName, listArguments } from './arguments.js'
import { boundValue } from './bound-value.js'
import { readFilters } from './filters.js'
import { defineTool, type ToolAnswer } from './tool.js'

/** The output of lists. */
export const listOutput = z.object({
  records: z.array(z.record(z.string(), z.unknown())),
  totalCount: z.number().nullable().optional(),
  note: z.string().optional(),
})

export const list = defineTool({
  name: 'list',
  title: 'List records from a collection',
  description:
    'Lists records of a collection, a page at a time, filtered, searched and sorted. To-one relations are included in each record.',
  scope: 'mcp:read',
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName, ...listArguments },
  output: listOutput,
  run: ({ collectionName: name, ...options }, { agent }) =>
    listFrom(agent.collection(name), options),
})

interface Listed {
  list(options: ListOptions): Promise<Record<string, unknown>[]>
  count(options: RowOptions): Promise<number | null>
}

type ListInput = z.output<z.ZodObject<typeof listArguments>>

/** Reads a page of records, and their total number when requested. */
export async function listFrom(set: Listed, input: ListInput): Promise<ToolAnswer> {
  const { filters, search, shouldSearchInRelation, enableCount, ...page } = input
  const rows = {
    search,
    shouldSearchInRelation,
    ...(filters && { filters: readFilters(filters) }),
  }
  const [records, totalCount] = await Promise.all([
    set.list({ ...rows, ...page }),
    enableCount ? set.count(rows) : undefined,
  ])
  const value = totalCount === undefined ? { records } : { records, totalCount }
  return { value: boundValue(value, 'records') }
}
