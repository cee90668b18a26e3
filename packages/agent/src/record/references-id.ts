import type { ToOneModel } from '@service/engine'

/** Whether the foreign key of a relation is the id of the related record. */
export function referencesId({ keys, target }: ToOneModel): boolean {
  return (
    keys.length === target.primaryKey.length &&
    target.primaryKey.every(({ name }) => keys.some(({ to }) => to === name))
  )
}
