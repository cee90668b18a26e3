import type { Environment } from '../service/environment.js'
import type { NamedSource } from './datasources.js'
import { createSchemaSource } from './schema-source.js'

/** The structure that the agent of an environment uploaded; empty before it did. */
export async function uploadedSource(environment: Environment): Promise<readonly NamedSource[]> {
  const collections = await environment.uploadedCollections()
  if (!collections) return []
  return [{ name: 'uploaded schema', factory: createSchemaSource(collections), suffix: '' }]
}
