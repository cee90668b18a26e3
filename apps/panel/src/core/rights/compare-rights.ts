import { isSameValue } from '../record/is-same-value.js'
import {
  type RightsDocument,
  readActionRights,
  readCollectionRights,
  readFieldRights,
  rightNames,
} from './rights-document.js'
import type { UploadedCollection } from './uploaded-schema.js'

/**
 * Whether two roles may do the same with a collection, its fields and its actions, wherever that is
 * written.
 *
 * @example
 * hasSameRights(support, manager, orders) // false
 */
export function hasSameRights(
  one: RightsDocument,
  other: RightsDocument,
  { name, fields, actions }: Pick<UploadedCollection, 'name' | 'fields' | 'actions'>,
): boolean {
  const isSame = <T>(read: (document: RightsDocument) => T) => isSameValue(read(one), read(other))
  return (
    rightNames.every(right =>
      isSame(document => readCollectionRights(document, name).rights[right] === true),
    ) &&
    fields.every(({ field }) =>
      isSame(document => {
        const { read, edit } = readFieldRights(document, name, field)
        return { read, edit }
      }),
    ) &&
    actions.every(action => isSame(document => readActionRights(document, name, action.name)))
  )
}
