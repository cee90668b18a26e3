import type { Operator } from '@service/datasource-toolkit'
import type { Draft, DraftCollection, DraftColumn } from './draft.js'
import { draftPath } from './draft.js'
import type { FilterRule } from './model.js'

const imported: FilterRule = { kind: 'imported' }

/**
 * Gives imported fields the operators, sorting and writing of the fields they import; what the
 * customer set on the imported field itself stays.
 */
export function completeImports(draft: Draft): void {
  const done = new Set<DraftColumn>()
  for (const collection of draft.values()) {
    for (const field of collection.fields.values()) {
      if (field.kind === 'Column') complete(collection, field, done)
    }
  }
}

function complete(collection: DraftCollection, column: DraftColumn, done: Set<DraftColumn>): void {
  if (column.read.kind !== 'alias' || done.has(column)) return
  done.add(column)
  const origin = findOrigin(collection, column.read.path)
  complete(origin.collection, origin.column, done)
  const rules = new Map<Operator, FilterRule>()
  for (const operator of origin.column.filter.keys()) rules.set(operator, imported)
  for (const [operator, rule] of column.filter) rules.set(operator, rule)
  column.filter = rules
  if (column.sort.kind === 'imported' && origin.column.sort.kind === 'none') {
    column.sort = { kind: 'none' }
  }
  if (column.write.kind === 'imported' && origin.column.write.kind === 'none') {
    column.write = { kind: 'none' }
  }
}

function findOrigin(collection: DraftCollection, path: string) {
  const relations = path.split(':').slice(0, -1)
  let owner = collection
  for (const name of relations) {
    const relation = owner.fields.get(name)
    if (relation && relation.kind !== 'Column') {
      owner = collection.draft.get(relation.foreignCollection) ?? owner
    }
  }
  return { collection: owner, column: draftPath(collection, path) }
}
