import * as z from 'zod'
import { collectionName, recordIds } from './arguments.js'
import { defineTool } from './tool.js'

export const deleteRecords = defineTool({
  name: 'delete',
  title: 'Delete records',
  description:
    'Deletes records for good. Records that do not exist, or that you may not see, are left as they are; deletedCount is the number of ids that were sent.',
  scope: 'mcp:write',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName, recordIds },
  output: z.object({ deletedCount: z.number() }),
  run: async ({ collectionName: name, recordIds: given }, { agent }) => {
    const ids = [...new Set(given.map(String))]
    await agent.collection(name).delete(ids)
    return { value: { deletedCount: ids.length } }
  },
})
