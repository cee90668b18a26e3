import { ForbiddenError, type Row } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, EngineCall, ToOneModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'

/**
 * The call to write a row with. An imported field creates the related record where there is none:
 * that needs the right to add one.
 */
export function refuseCreations(
  access: Access,
  collection: CollectionModel,
  row: Row,
  call: EngineCall,
): EngineCall {
  let refused: Map<ToOneModel, () => never> | undefined
  for (const name of Object.keys(row)) {
    const column = collection.fields.get(name)
    if (column?.kind !== 'Column' || column.read.kind !== 'alias') continue
    for (const relation of relationsOf(collection, column)) {
      const { target } = relation
      if (!target.isExported || access.can('add', target)) continue
      refused ??= new Map()
      if (!refused.has(relation)) refused.set(relation, () => refuse(access, column, target))
    }
  }
  return refused ? { ...call, refusedCreations: refused } : call
}

/** All relations that an imported field is written through: it may stand for an imported one. */
function relationsOf(owner: CollectionModel, { read }: ColumnModel): readonly ToOneModel[] {
  if (read.kind !== 'alias') return []
  const { relations, column } = owner.path(read.path)
  return [...relations, ...relationsOf(relations.at(-1)?.target ?? owner, column)]
}

function refuse(access: Access, column: ColumnModel, target: CollectionModel): never {
  const field = exportedName(column)
  const message = `'${field}' belongs to a record that does not exist, and your role may not create it.`
  const reason = `'${field}' is stored in '${target.name}', and the role has no 'add' right on it.`
  const rule = { kind: 'collection', right: 'add', collection: target.name, field, reason } as const
  return access.deny(new ForbiddenError(message), rule)
}
