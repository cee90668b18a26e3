import { knownNames, ValidationError } from '@service/base'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { NamedQuery } from '../gateway/named-query.js'

/** The live query that a segment of the caller's team names; throws a 400 when there is none. */
export function requireNamedSegment(
  access: Access,
  collection: CollectionModel,
  name: string,
): NamedQuery {
  const queries = access.namedQueries(collection)
  const query = queries.get(name)
  if (query) return query
  const known = [...collection.segments.keys(), ...queries.keys()]
  throw new ValidationError(
    `No segment '${name}' on '${collection.name}'. Its segments are: ${knownNames(name, known)}`,
  )
}
