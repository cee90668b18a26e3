import * as z from 'zod'
import { attributes, collectionName, recordId } from './arguments.js'
import { boundValue } from './bound-value.js'
import { defineTool } from './tool.js'

export const update = defineTool({
  name: 'update',
  title: 'Update a record',
  description:
    'Changes fields of one record and answers it as it is then; null when it may not be read any more. Fields that are not named stay as they are.',
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
