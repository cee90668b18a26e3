import type { SchemaCollection, SchemaFile } from '@service/protocol'

/** The JSON:API document that uploads a schema: actions and segments stand beside their collections. */
export function schemaDocument({ collections, meta }: SchemaFile, schemaFileHash: string): object {
  return {
    jsonapi: { version: '1.0' },
    meta: { ...meta, schemaFileHash },
    data: collections.map(toResource),
    included: collections.flatMap(({ segments, actions }) => [
      ...segments.map(({ id, ...attributes }) => ({ type: 'segments', id, attributes })),
      ...actions.map(({ id, ...attributes }) => ({ type: 'actions', id, attributes })),
    ]),
  }
}

function toResource({ segments, actions, ...attributes }: SchemaCollection): object {
  return {
    type: 'collections',
    id: attributes.name,
    attributes,
    relationships: {
      segments: { data: segments.map(({ id }) => ({ type: 'segments', id })) },
      actions: { data: actions.map(({ id }) => ({ type: 'actions', id })) },
    },
  }
}
