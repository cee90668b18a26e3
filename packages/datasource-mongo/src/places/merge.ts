import {
  documentOf,
  isDocument,
  mergeDocuments,
  type Row,
  ValidationError,
} from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import type { MongoCollection } from '../collection.js'

/** What a patch changes inside documents, by the column that holds them. */
export function mergesOf({ name, places }: MongoCollection, patch: Row): ReadonlyMap<string, Row> {
  const merges = new Map<string, Row>()
  for (const [key, value] of Object.entries(patch)) {
    const inside = places?.get(key)
    const place = inside?.schema.place
    if (!inside || !place) continue
    if (patch[place.column] !== undefined) {
      throw new ValidationError(
        `'${place.column}' and '${key}' of '${name}' are written together: write the one or the other.`,
      )
    }
    const change = documentOf(place.path, inside.codec.encode(value))
    merges.set(place.column, mergeDocuments(merges.get(place.column), change))
  }
  return merges
}

/** A value with a patch merged into it, as it is when the server comes to write it. */
export function mergeExpression(value: unknown, patch: Row): Document {
  const isObject = { $eq: [{ $type: '$$value' }, 'object'] }
  return {
    $let: {
      vars: { value },
      in: {
        $let: {
          vars: { document: { $cond: [isObject, '$$value', {}] } },
          in: Object.entries(patch).reduce<unknown>(withMember, '$$document'),
        },
      },
    },
  }
}

/** Names are data here: objects may have members that look like operators or paths. */
function withMember(input: unknown, [name, value]: [string, unknown]): Document {
  const field = { $literal: name }
  const there = { $getField: { field, input: '$$document' } }
  const member = isDocument(value) ? mergeExpression(there, value) : { $literal: value }
  return { $setField: { field, input, value: member } }
}
