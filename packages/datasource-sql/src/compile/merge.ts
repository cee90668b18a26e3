import { isDocument, type Row } from '@service/datasource-toolkit'
import { encodePart } from '../codecs.js'
import type { MergeTree } from '../dialect.js'
import { addValues, type Shape } from './shape.js'
import type { ParameterRef } from './slots.js'

/**
 * Adds a document to a shape: its structure is part of the text, its names and values are bound.
 */
export function addMerge(shape: Shape, document: Row): MergeTree {
  const [json] = addValues(shape, [encodePart(document)])
  shape.key += '{'
  const members = Object.entries(document).map(([key, value]) => {
    const [name] = addValues(shape, [key])
    const member = isDocument(value)
      ? addMerge(shape, value)
      : (addValues(shape, [encodePart(value ?? null)])[0] as ParameterRef)
    shape.key += ','
    return { name: name as ParameterRef, value: member }
  })
  shape.key += '}'
  return { json: json as ParameterRef, members }
}
