import {
  documentOf,
  isDocument,
  mergeDocuments,
  type Row,
  ValidationError,
} from '@service/datasource-toolkit'
import type { SqlCollection } from '../collection.js'
import type { MergeTree } from '../dialect.js'
import { addValues, type Shape } from './shape.js'
import type { Slot } from './slots.js'

/** What a patch changes inside documents, by the column that holds them. */
export function mergesOf({ name, places }: SqlCollection, patch: Row): ReadonlyMap<string, Row> {
  const merges = new Map<string, Row>()
  for (const [key, value] of Object.entries(patch)) {
    const place = places?.get(key)?.place
    if (!place) continue
    if (patch[place.column] !== undefined) {
      throw new ValidationError(
        `'${place.column}' and '${key}' of '${name}' are written together: write the one or the other.`,
      )
    }
    const known = merges.get(place.column)
    merges.set(place.column, mergeDocuments(known, documentOf(place.path, value)))
  }
  return merges
}

/** A document becomes part of a shape: its structure is text, its names and values are bound. */
export function addMerge(shape: Shape, document: Row): MergeTree {
  const [json] = addValues(shape, [JSON.stringify(document)])
  shape.key += '{'
  const members = Object.entries(document).map(([key, value]) => {
    const [name] = addValues(shape, [key])
    const member = isDocument(value)
      ? addMerge(shape, value)
      : (addValues(shape, [JSON.stringify(value ?? null)])[0] as Slot)
    shape.key += ','
    return { name: name as Slot, value: member }
  })
  shape.key += '}'
  return { json: json as Slot, members }
}
