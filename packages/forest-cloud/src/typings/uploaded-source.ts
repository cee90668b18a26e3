import type { Environment } from '../service/environment.js'
import type { NamedSource } from './datasources.js'
import { createSchemaSource } from './schema-source.js'

/**
 * Returns the structure that the agent of an environment uploaded; empty before the first upload.
 */
export async function uploadedSource(environment: Environment): Promise<readonly NamedSource[]> {
  const collections = await environment.uploadedCollections()
  if (!collections) return []
  return [{ name: 'uploaded schema', factory: createSchemaSource(collections), suffix: '' }]
}
