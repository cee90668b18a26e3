import type { SchemaCollection, SchemaFile } from '@service/protocol'

/**
 * Builds the JSON:API document of a schema, in which actions and segments are separate from their
 * collections.
 */
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
