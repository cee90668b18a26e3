import type { FieldRule, FieldSample, SampleKind } from '../introspect/structure.js'
import type { ScalarKind, StoredType } from '../stored-type.js'

const json: StoredType = { kind: 'json' }

/** Documents with more fields than this are treated as maps, whose member names are data. */
const maxFields = 60

const scalars: Readonly<Partial<Record<SampleKind, ScalarKind>>> = {
  string: 'string',
  number: 'number',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  objectId: 'objectId',
  uuid: 'uuid',
  binary: 'binary',
}

/**
 * Infers how the values of a sample are stored: as one type when all have it, otherwise as JSON.
 */
export function inferStoredType(sample: FieldSample): StoredType {
  const kinds = (Object.keys(sample.kinds) as SampleKind[]).filter(kind => kind !== 'null')
  const [kind, ...others] = kinds
  if (kind === undefined) return json
  if (others.length > 0) return kinds.every(isNumeric) ? { kind: 'mixedNumber' } : json
  if (kind === 'array') {
    return sample.elements ? { kind: 'list', element: inferStoredType(sample.elements) } : json
  }
  if (kind === 'document') return inferDocumentType(sample.fields ?? {})
  const scalar = scalars[kind]
  return scalar ? { kind: scalar } : json
}

const isNumeric = (kind: SampleKind) => kind === 'number' || kind === 'decimal'

function inferDocumentType(fields: Readonly<Record<string, FieldSample>>): StoredType {
  const names = Object.keys(fields)
  if (names.length === 0 || names.length > maxFields) return json
  if (isGeoJson(fields)) return { kind: 'geoJson' }
  const entries = Object.entries(fields).map(
    ([name, field]) => [name, inferStoredType(field)] as const,
  )
  return { kind: 'document', fields: Object.fromEntries(entries) }
}

function isGeoJson(fields: Readonly<Record<string, FieldSample>>): boolean {
  const { type, coordinates, ...others } = fields
  const isPair = coordinates?.elements?.kinds.number === 2 * (coordinates?.kinds.array ?? 0)
  return Boolean(type?.kinds.string && isPair) && Object.keys(others).length === 0
}

/** Identifiers can have several types: ObjectIds share a column with texts and numbers. */
export function inferKeyType(sample: FieldSample | undefined): StoredType {
  const stored = sample ? inferStoredType(sample) : json
  const isPlain = [
    'string',
    'number',
    'decimal',
    'mixedNumber',
    'uuid',
    'date',
    'binary',
    'document',
  ]
  return isPlain.includes(stored.kind) ? stored : { kind: 'key' }
}

const bsonKinds: Readonly<Record<string, ScalarKind>> = {
  string: 'string',
  int: 'number',
  long: 'number',
  double: 'number',
  number: 'number',
  decimal: 'decimal',
  bool: 'boolean',
  date: 'date',
  objectId: 'objectId',
}

/** A validator takes precedence over the sample; undefined when it does not declare a type. */
export function storedByRule({ bsonTypes, enumValues }: FieldRule): StoredType | undefined {
  if (enumValues) return { kind: 'enum' }
  const kinds = new Set(bsonTypes?.filter(type => type !== 'null').map(type => bsonKinds[type]))
  const [kind] = kinds
  return kind && kinds.size === 1 ? { kind } : undefined
}
