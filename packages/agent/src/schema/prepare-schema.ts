import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { generateTypings, type Model } from '@service/engine'
import type { SchemaFile, SchemaMeta } from '@service/protocol'
import type { ServicePort } from '@service/service-client'
import { ConfigurationError } from '../errors.js'
import type { ResolvedOptions } from '../options.js'
import { printJson } from './print-json.js'
import { schemaMeta } from './schema-meta.js'

/**
 * Publishes the schema at start and at restart: in development it is built and written, in
 * production it is read from the file that was deployed. Returns its hash.
 */
export async function prepareSchema(
  model: Model,
  options: ResolvedOptions,
  service: ServicePort,
  meta: SchemaMeta = schemaMeta,
): Promise<string | undefined> {
  if (options.skipSchemaUpdate) {
    options.logger('Warn', 'The schema is neither written nor sent: skipSchemaUpdate is set')
    return undefined
  }
  const schema = await currentSchema(model, options, meta)
  const hash = hashSchema(schema)
  const outcome = await service.sendSchema(schema, hash)
  options.logger('Info', `Schema ${outcomes[outcome]} (${hash})`)
  return hash
}

async function currentSchema(
  model: Model,
  options: ResolvedOptions,
  meta: SchemaMeta,
): Promise<SchemaFile> {
  if (!options.isProduction) return generateSchema(model, options, meta)
  // The deployed file does not contain no-code actions that were added since.
  if (!options.experimental) return readSchema(options.schemaPath, meta)
  const { buildSchema } = await import('./build-schema.js')
  return buildSchema(model, meta, options)
}

const outcomes = {
  sent: 'sent',
  unchanged: 'unchanged',
  later: 'to be sent when the service is available',
} as const

/** Writes the schema file, and the typings when `typingsPath` is set. */
export async function generateSchema(
  model: Model,
  options: ResolvedOptions,
  meta: SchemaMeta = schemaMeta,
): Promise<SchemaFile> {
  const { schemaPath, typingsPath, typingsMaxDepth } = options
  // Imported only here, since production reads the file instead.
  const { buildSchema } = await import('./build-schema.js')
  const schema = buildSchema(model, meta, options)
  await writeWhenChanged('schemaPath', schemaPath, printJson(schema))
  if (typingsPath !== undefined) await writeTypings(model, typingsPath, typingsMaxDepth)
  return schema
}

/** Writes types of the collections for use in customization code. */
export async function writeTypings(model: Model, path: string, maxDepth: number): Promise<void> {
  await writeWhenChanged('typingsPath', path, generateTypings(model, maxDepth))
}

/** The hash by which the service recognizes a schema it has: SHA-1 of the collections alone, so that another version of the agent or of Node.js does not change it. */
export function hashSchema({ collections }: SchemaFile): string {
  return createHash('sha1').update(JSON.stringify({ collections })).digest('hex')
}

/** `meta` describes the running agent, not the one that wrote the file. */
async function readSchema(path: string, meta: SchemaMeta): Promise<SchemaFile> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw unreadable(path, cause)
  })
  let schema: Partial<SchemaFile> | null
  try {
    schema = JSON.parse(text)
  } catch (cause) {
    throw unreadable(path, cause as Error)
  }
  if (Array.isArray(schema?.collections)) return { collections: schema.collections, meta }
  throw unreadable(path, new TypeError("it has no list 'collections'"))
}

function unreadable(path: string, cause: Error): ConfigurationError {
  return new ConfigurationError(
    `The schema file '${path}' cannot be read: ${cause.message}. In production it must be deployed with the code: run the agent in development, or call generateSchemaOnly, and commit the file.`,
    { cause },
  )
}

// An unchanged file is not written: tools that watch it would restart the agent endlessly.
async function writeWhenChanged(option: string, path: string, text: string): Promise<void> {
  const current = await readFile(path, 'utf8').catch(() => undefined)
  if (current === text) return
  try {
    await writeFile(path, text)
  } catch (cause) {
    throw new ConfigurationError(
      `Option '${option}' is '${path}', which cannot be written: ${(cause as Error).message}.`,
      { cause },
    )
  }
}
