import { collectionName, listArguments, recordId, relationName } from './arguments.js'
import { UnknownRelationError } from './errors.js'
import { listFrom, listOutput } from './list.js'
import { isToMany } from './schema-index.js'
import { defineTool } from './tool.js'

export const listRelated = defineTool({
  name: 'listRelated',
  title: 'List records from a relation',
  description: 'Lists the records of a to-many relation of one record, with the options of list.',
  scope: 'mcp:read',
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName, relationName, parentRecordId: recordId, ...listArguments },
  output: listOutput,
  run: async ({ collectionName: name, relationName: relation, ...args }, { agent, schema }) => {
    const { parentRecordId, ...options } = args
    const isKnown = schema
      .find(name)
      ?.fields.some(each => each.field === relation && isToMany(each))
    // The error lists relations only to people who may see the collection.
    if (!isKnown) throw new UnknownRelationError(name, relation, [])
    return listFrom(agent.collection(name).relation(relation, parentRecordId), options)
  },
})
