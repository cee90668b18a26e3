import { collectionName, listArguments, recordId, relationName } from './arguments.js'
import { listFrom, listOutput } from './list.js'
import { defineTool } from './tool.js'

export const listRelated = defineTool({
  name: 'listRelated',
  title: 'List records from a relation',
  description:
    'Lists the records that a to-many relation of one record leads to, with the options of list.',
  scope: 'mcp:read',
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName, relationName, parentRecordId: recordId, ...listArguments },
  output: listOutput,
  run: ({ collectionName: name, relationName: relation, parentRecordId, ...options }, { agent }) =>
    listFrom(agent.collection(name).relation(relation, parentRecordId), options),
})
