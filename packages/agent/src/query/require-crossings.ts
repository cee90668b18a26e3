import { ForbiddenError } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Crossing, MayCross } from './crossings.js'

/** Whether the caller may see records of a collection at all. */
export function isReadable(access: Access, collection: CollectionModel): boolean {
  return access.can('browse', collection) || access.can('read', collection)
}

/** Throws 403 unless the caller may read the target of every relation named. */
export function requireCrossings(access: Access, crossings: readonly Crossing[]): void {
  for (const crossing of crossings) {
    if (isReadable(access, crossing.target)) continue
    throw new ForbiddenError(
      `Your role may not read '${crossing.target.name}', which '${crossing.path}' leads to.`,
    )
  }
}

/** The same check, one relation at a time, while a query is read. */
export function mayCross(access: Access): MayCross {
  return crossing => requireCrossings(access, [crossing])
}
