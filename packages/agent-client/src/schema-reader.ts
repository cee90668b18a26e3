import { knownNames } from '@service/base'
import type { SchemaAction, SchemaCollection, SchemaFile } from '@service/protocol'
import { UnknownActionError } from './errors.js'
import type { Platform } from './platform/platform.js'

/** The schema of the agent, or the file to read it from. */
export interface SchemaOptions {
  readonly schema?: SchemaFile
  /** The schema file the agent writes: `.service-schema.json`. */
  readonly schemaPath?: string
}

/** Looks up collections and actions in the schema; a file is read again on each use. */
export interface SchemaReader {
  action(collection: string, name: string): Promise<SchemaAction>
  /** Returns the collection a relation references. */
  findTarget(collection: string, relation: string): Promise<string>
}

export function createSchemaReader(
  { schema, schemaPath }: SchemaOptions,
  platform: Platform,
): SchemaReader {
  const read = async (): Promise<SchemaFile> => {
    if (schema) return schema
    if (schemaPath !== undefined) return platform.readSchemaFile(schemaPath)
    throw new Error(
      "This call needs the schema of the agent: set the option 'schema' or 'schemaPath' of the client.",
    )
  }
  const find = async (name: string): Promise<SchemaCollection> => {
    const { collections } = await read()
    const found = collections.find(collection => collection.name === name)
    if (found) return found
    throw new UnknownActionError(
      `The schema has no collection '${name}'. ${known(name, collections)}`,
    )
  }
  return {
    async action(collection, name) {
      const { actions } = await find(collection)
      const found = actions.find(action => action.name === name)
      if (found) return found
      throw new UnknownActionError(
        `'${collection}' has no action '${name}'. ${known(name, actions)}`,
      )
    },
    async findTarget(collection, relation) {
      const { fields } = await find(collection)
      const { reference } = fields.find(({ field }) => field === relation) ?? {}
      if (reference) return reference.slice(0, reference.lastIndexOf('.'))
      const relations = fields.filter(field => field.reference).map(({ field }) => field)
      throw new Error(
        `'${collection}' has no relation '${relation}'. There are: ${knownNames(relation, relations)}`,
      )
    },
  }
}

function known(asked: string, things: readonly { readonly name: string }[]): string {
  const names = things.map(({ name }) => name)
  return `There are: ${knownNames(asked, names)}`
}
