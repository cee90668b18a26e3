import type { SchemaAction, SchemaCollection, SchemaFile, SchemaSegment } from '@service/protocol'

interface Resource {
  readonly type: string
  readonly id: string
  readonly attributes: object
  readonly relationships?: Readonly<Record<string, { readonly data: readonly Identifier[] }>>
}

type Identifier = Pick<Resource, 'type' | 'id'>

interface UploadedSchema {
  readonly data: readonly Resource[]
  readonly included?: readonly Resource[]
  readonly meta: SchemaFile['meta'] & { readonly schemaFileHash?: string }
}

/** Reads the schema and its hash from a JSON:API document. */
export function readSchemaDocument(document: unknown): { schema: SchemaFile; hash?: string } {
  const { data, included = [], meta } = document as UploadedSchema
  const { schemaFileHash: hash, ...rest } = meta
  const byId = new Map(included.map(resource => [buildKey(resource), resource]))
  const related = <T>({ relationships }: Resource, name: string) =>
    (relationships?.[name]?.data ?? []).flatMap(identifier => {
      const found = byId.get(buildKey(identifier))
      return found ? [{ id: found.id, ...found.attributes } as T] : []
    })
  const collections = data.map(resource => ({
    ...(resource.attributes as SchemaCollection),
    actions: related<SchemaAction>(resource, 'actions'),
    segments: related<SchemaSegment>(resource, 'segments'),
  }))
  return { schema: { collections, meta: rest }, hash }
}

/** Builds the document for reading a schema, with actions and segments inside their collections. */
export function writeSchemaDocument({ collections }: SchemaFile): object {
  return {
    data: collections.map(attributes => ({
      type: 'collections',
      id: attributes.name,
      attributes,
    })),
  }
}

const buildKey = ({ type, id }: Identifier) => `${type} ${id}`
