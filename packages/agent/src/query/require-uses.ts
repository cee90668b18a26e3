import { ForbiddenError } from '@service/base'
import type { CollectionModel, FieldModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { listRelationKeys } from '../gateway/field-rights.js'
import { listInnerColumns } from '../gateway/inner-columns.js'
import { exportedName } from './exported-name.js'
import type { Use, ViewPath } from './uses.js'

/** Throws 403 unless the caller may see every field named. */
export function requireUses(access: Access, uses: readonly Use[]): void {
  if (access.hiddenIn === undefined) return
  for (const use of uses) requireUse(access, use)
}

/** Throws 403 unless the caller may see the field. */
export function requireUse(access: Access, { collection, field, path }: Use): void {
  if (!isHidden(access, collection, field)) return
  const { name } = collection
  const error = new ForbiddenError(`Your role may not read the field '${path}'.`)
  const reason = explainRefusal(access, collection, field)
  access.deny(error, {
    kind: 'field',
    right: 'read',
    collection: name,
    field: exportedName(field),
    reason,
  })
}

/** Whether the caller may see every field of a path. */
export function isSeen(
  access: Access,
  collection: CollectionModel,
  { relations, column }: ViewPath,
): boolean {
  let owner = collection
  for (const relation of relations) {
    if (isHidden(access, owner, relation)) return false
    owner = relation.target
  }
  return !isHidden(access, owner, column)
}

export function isHidden(access: Access, collection: CollectionModel, field: FieldModel): boolean {
  return access.hiddenIn?.(collection)?.has(field) ?? false
}

function explainRefusal(access: Access, collection: CollectionModel, field: FieldModel): string {
  const name = exportedName(field)
  if (field.kind === 'Column') {
    if (field.jsonPath) {
      return `'${name}' is inside '${field.jsonPath.column}', and the role may not read one of the two.`
    }
    if (field.read.kind !== 'alias') {
      const isWhole = listInnerColumns(collection, field).length > 0
      return `The role may not read '${name}'${isWhole ? ', or a part of it' : ''}.`
    }
    return `'${name}' is imported from '${field.read.path}', and the role may not read one of the two.`
  }
  if (!access.mayRead(field.target)) {
    return `'${name}' references '${field.target.name}', which the role may not read.`
  }
  const key = listRelationKeys(collection, field).find(([owner, column]) =>
    isHidden(access, owner, column),
  )
  if (key)
    return `'${name}' uses the key '${key[0].name}.${key[1].name}', which the role may not read.`
  return `The role may not read '${name}', or a field it depends on.`
}
