import { collectionName, recordId, recordIds, relationName } from './arguments.js'
import { doneOutput } from './associate.js'
import { defineTool } from './tool.js'

export const dissociate = defineTool({
  name: 'dissociate',
  title: 'Dissociate records from a relation',
  description:
    'Removes records from a to-many relation of another record. The records themselves are not deleted.',
  scope: 'mcp:write',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName, relationName, parentRecordId: recordId, targetRecordIds: recordIds },
  output: doneOutput,
  run: async ({ collectionName: name, relationName: relation, ...args }, { agent }) => {
    const { parentRecordId, targetRecordIds } = args
    await agent.collection(name).relation(relation, parentRecordId).dissociate(targetRecordIds)
    const message = `Removed from '${relation}' of ${name} ${parentRecordId}: ${targetRecordIds.join(', ')}.`
    return { value: { success: true, message } }
  },
})
