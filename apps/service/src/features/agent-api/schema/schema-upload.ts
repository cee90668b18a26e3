import { z } from 'zod'
import { CollectionName, plainText } from '../../projects/fields.js'

/** Enough for several thousand collections. */
export const SCHEMA_LIMIT = 32 * 1024 * 1024

const Hash = z
  .string()
  .regex(/^[0-9a-f]{40,128}$/, 'must be a hash, written with 40 to 128 hexadecimal digits')

const Link = z.looseObject({ type: z.string(), id: z.string() })
const Links = z.looseObject({ data: z.array(Link).default([]) })

const Collection = z.looseObject({
  type: z.literal('collections'),
  id: z.string(),
  attributes: z.looseObject({
    name: CollectionName,
    fields: z.array(z.looseObject({ field: z.string() })),
  }),
  relationships: z
    .looseObject({ actions: Links.optional(), segments: Links.optional() })
    .default({}),
})

const Included = z.looseObject({
  type: z.string(),
  id: z.string(),
  attributes: z.looseObject({ name: plainText(255) }),
})

const Stack = z.looseObject({ engine: plainText(100), engine_version: plainText(100) })

/** The collections of an agent as a JSON:API document. Unknown members are stored too. */
export const SchemaUpload = z
  .looseObject({
    meta: z.looseObject({
      liana: plainText(100).meta({ description: 'The name of the agent.' }),
      liana_version: plainText(100),
      schemaFileHash: Hash,
      stack: Stack.optional().catch(undefined).meta({ description: 'What the agent runs on.' }),
    }),
    data: z.array(Collection).max(10_000, 'must have at most 10000 collections'),
    included: z.array(Included).default([]),
  })
  .refine(hasOwnNames, {
    path: ['data'],
    error: 'must not have two collections with the same name',
  })
  .meta({ id: 'SchemaUpload' })
export type SchemaUpload = z.output<typeof SchemaUpload>

/** Checks whether the service has the schema with this hash. */
export const HashCheck = z.looseObject({ schemaFileHash: Hash })

/** The action names of each collection. */
export type ActionNames = Readonly<Record<string, readonly string[]>>

/** Extracts what permissions need from a schema. */
export function readActionNames({ data, included }: SchemaUpload): ActionNames {
  const names = new Map(
    included.filter(one => one.type === 'actions').map(one => [one.id, one.attributes.name]),
  )
  return Object.fromEntries(
    data.map(({ attributes, relationships }) => [
      attributes.name,
      (relationships.actions?.data ?? []).flatMap(({ id }) => names.get(id) ?? []),
    ]),
  )
}

function hasOwnNames({ data }: { data: readonly { attributes: { name: string } }[] }): boolean {
  return new Set(data.map(one => one.attributes.name)).size === data.length
}
