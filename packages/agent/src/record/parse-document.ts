import { isObject, ValidationError } from '@service/base'

type PlainObject = Readonly<Record<string, unknown>>

/** A JSON:API document of one record, as received. */
export interface RecordDocument {
  readonly attributes: PlainObject
  /** The id of each to-one relationship, or null. */
  readonly relationships: ReadonlyMap<string, string | null>
  /** `data.meta.expect`: the values that an update expects, as received. */
  readonly expect?: unknown
}

/** Parses a resource identifier: `{"type":"authors","id":"2"}`. */
export function parseIdentifier(value: unknown, location: string): string {
  const id = isObject(value) ? value.id : undefined
  if (typeof id === 'string') return id
  if (typeof id === 'number') return String(id)
  throw new ValidationError(`${location} must be like {"type":"books","id":"1"}.`)
}

/** Parses `{"data":{"attributes":{…},"relationships":{…},"meta":{"expect":{…}}}}`. */
export function parseDocument(body: PlainObject): RecordDocument {
  const { data } = body
  if (!isObject(data)) {
    throw new ValidationError('The body must be like {"data":{"attributes":{…}}}.')
  }
  const attributes = data.attributes ?? {}
  if (!isObject(attributes)) throw new ValidationError("'data.attributes' must be an object.")
  const relationships = parseRelationships(data.relationships ?? {})
  return { attributes, relationships, expect: isObject(data.meta) ? data.meta.expect : undefined }
}

/** To-many relationships are ignored: they have their own routes. */
function parseRelationships(given: unknown): ReadonlyMap<string, string | null> {
  if (!isObject(given)) throw new ValidationError("'data.relationships' must be an object.")
  const relationships = new Map<string, string | null>()
  for (const [name, relationship] of Object.entries(given)) {
    const location = `'data.relationships.${name}'`
    if (!isObject(relationship)) throw new ValidationError(`${location} must be an object.`)
    const { data } = relationship
    if (data === undefined || Array.isArray(data)) continue
    relationships.set(name, data === null ? null : parseIdentifier(data, `${location}.data`))
  }
  return relationships
}
