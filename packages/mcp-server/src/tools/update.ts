import * as z from 'zod'
import { attributes, collectionName, recordId } from './arguments.js'
import { boundValue } from './bound-value.js'
import { defineTool } from './tool.js'

export const update = defineTool({
  name: 'update',
  title: 'Update a record',
  description:
    'Updates fields of one record and returns the updated record, or null when you may not read it any more. Other fields stay as they are.',
  scope: 'mcp:write',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName, recordId, attributes },
  output: z.object({
    record: z.record(z.string(), z.unknown()).nullable().optional(),
    note: z.string().optional(),
  }),
  run: async ({ collectionName: name, recordId: id, attributes: values }, { agent }) => ({
    value: boundValue({ record: await agent.collection(name).update(id, values) }),
  }),
})
