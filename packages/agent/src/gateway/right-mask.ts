import { type CollectionRights, type Right, rights } from '@service/service-client'
import { isGranted } from './is-granted.js'

/** The bit of each right in a mask. */
export const rightBits = Object.fromEntries(
  rights.map((right, index) => [right, 1 << index]),
) as Readonly<Record<Right, number>>

/** The rights of a role on a collection, as bits. */
export function toMask(granted: CollectionRights, roleId: number): number {
  return rights.reduce((mask, right) => {
    return isGranted(granted[right], roleId) ? mask | rightBits[right] : mask
  }, 0)
}
