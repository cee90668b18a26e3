import { Binary, Decimal128, type Document, Long, ObjectId } from 'mongodb'
import type { FieldSample, SampleKind } from './structure.js'

/** The statistics of one field during sampling. */
interface Draft {
  readonly kinds: Partial<Record<SampleKind, number>>
  fields?: Map<string, Draft>
  elements?: Draft
}

/** Documents nested deeper than this are treated as JSON. */
const deepest = 8

/** Samples the fields of documents, in order of first appearance. */
export function sampleFields(documents: readonly Document[]): Record<string, FieldSample> {
  const fields = new Map<string, Draft>()
  for (const document of documents) addFields(fields, document, 0)
  return finishFields(fields)
}

function addFields(fields: Map<string, Draft>, document: Document, depth: number): void {
  for (const [name, value] of Object.entries(document)) {
    const field = fields.get(name) ?? { kinds: {} }
    fields.set(name, field)
    addValue(field, value, depth)
  }
}

function addValue(field: Draft, value: unknown, depth: number): void {
  const kind = detectKind(value)
  field.kinds[kind] = (field.kinds[kind] ?? 0) + 1
  if (depth === deepest) return
  if (kind === 'document') {
    field.fields ??= new Map()
    addFields(field.fields, value as Document, depth + 1)
  } else if (kind === 'array') {
    field.elements ??= { kinds: {} }
    for (const item of value as unknown[]) addValue(field.elements, item, depth + 1)
  }
}

function finishFields(fields: ReadonlyMap<string, Draft>): Record<string, FieldSample> {
  return Object.fromEntries([...fields].map(([name, field]) => [name, finish(field)]))
}

function finish({ kinds, fields, elements }: Draft): FieldSample {
  return {
    kinds,
    ...(fields && { fields: finishFields(fields) }),
    ...(elements && { elements: finish(elements) }),
  }
}

function detectKind(value: unknown): SampleKind {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return typeof value as 'string' | 'number' | 'boolean'
  }
  if (value instanceof Date) return 'date'
  if (value instanceof ObjectId) return 'objectId'
  if (value instanceof Long || typeof value === 'bigint') return 'number'
  if (value instanceof Decimal128) return 'decimal'
  if (value instanceof Binary) {
    return value.sub_type === Binary.SUBTYPE_UUID ? 'uuid' : 'binary'
  }
  if (Array.isArray(value)) return 'array'
  return value instanceof RegExp || '_bsontype' in (value as object) ? 'other' : 'document'
}
