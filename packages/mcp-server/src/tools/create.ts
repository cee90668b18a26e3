import * as z from 'zod'
import { attributes, collectionName } from './arguments.js'
import { boundValue } from './bound-value.js'
import { defineTool } from './tool.js'

export const create = defineTool({
  name: 'create',
  title: 'Create a record',
  description:
    'Creates a record and returns it as it was stored. A to-one relation is set by its foreign key.',
  scope: 'mcp:write',
  hints: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  input: { collectionName, attributes },
  output: z.object({
    record: z.record(z.string(), z.unknown()).optional(),
    note: z.string().optional(),
  }),
  run: async ({ collectionName: name, attributes: values }, { agent }) => ({
    value: boundValue({ record: await agent.collection(name).create(values) }),
  }),
})
