import { packId } from '@service/datasource-toolkit'

/** The primary key of a record; the values of a composite key in the order of the schema. */
export type RecordId = string | number | readonly (string | number)[]

/** One id, or a list of ids. An array is always a list: one composite id is `[[12, 'fr']]`. */
export type RecordIds = string | number | readonly RecordId[]

/** Formats a record id for a request: the values joined by `|`. */
export function toWireId(id: RecordId): string {
  const parts = typeof id === 'object' ? id : [id]
  const isWrong = parts.length === 0 || id === '' || !parts.every(isPart)
  if (isWrong) {
    throw new TypeError(
      `${JSON.stringify(id)} is not a record id: it must be a text, a number, or a list of them.`,
    )
  }
  // A text may already be a record id, with its values joined, or one that needs a backslash.
  return typeof id === 'string' && id.startsWith('\\') ? id : packId(parts)
}

/** Encodes a record id as a path segment. */
export function idInPath(id: RecordId): string {
  return encodeURIComponent(toWireId(id))
}

/** Formats record ids for a request. */
export function toWireIds(ids: RecordIds): string[] {
  return typeof ids === 'object' ? ids.map(toWireId) : [toWireId(ids)]
}

function isPart(part: unknown): boolean {
  return typeof part === 'string' || (typeof part === 'number' && Number.isFinite(part))
}
