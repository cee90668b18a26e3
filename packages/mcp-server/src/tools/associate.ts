import * as z from 'zod'
import { collectionName, recordId, relationName } from './arguments.js'
import { defineTool } from './tool.js'

/** The output of tools that change relations. */
export const doneOutput = z.object({ success: z.boolean(), message: z.string() })

export const associate = defineTool({
  name: 'associate',
  title: 'Associate records in a relation',
  description: 'Adds a record to a to-many relation of another record.',
  scope: 'mcp:write',
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: { collectionName, relationName, parentRecordId: recordId, targetRecordId: recordId },
  output: doneOutput,
  run: async ({ collectionName: name, relationName: relation, ...args }, { agent }) => {
    const { parentRecordId, targetRecordId } = args
    await agent.collection(name).relation(relation, parentRecordId).associate([targetRecordId])
    const message = `Added to '${relation}' of ${name} ${parentRecordId}: ${targetRecordId}.`
    return { value: { success: true, message } }
  },
})
