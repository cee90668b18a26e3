import { isDeepStrictEqual } from 'node:util'
import type { RoleRights } from './rights.js'

/** The fields in which two documents differ, before and after; undefined when they are equal. */
export function rightsDifference(before: RoleRights, after: RoleRights) {
  const names = [...Object.keys(before.collections), ...Object.keys(after.collections)]
  const changed = new Set(
    names.filter(name => !isDeepStrictEqual(before.collections[name], after.collections[name])),
  )
  const areDefaultsSame = isDeepStrictEqual(before.defaults, after.defaults)
  if (areDefaultsSame && changed.size === 0) return undefined
  const pickChanged = ({ defaults, collections }: RoleRights) => ({
    ...(!areDefaultsSame && { defaults }),
    ...(changed.size > 0 && {
      collections: Object.fromEntries(
        Object.entries(collections).filter(([name]) => changed.has(name)),
      ),
    }),
  })
  return { previous: pickChanged(before), next: pickChanged(after) }
}
