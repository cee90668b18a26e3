import { ForbiddenError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, EngineCall, ToOneModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { isHidden } from '../query/require-uses.js'

/**
 * Returns the call to write a row with. Writing an imported field may create the related record, which
 * requires the right to add one, and to write the key that references it. Every refusal of a row has the
 * same text and rule, so that the caller cannot tell which record of a chain is missing. A field that
 * the caller may not read is refused at once: a write that succeeds would tell that its record exists.
 */
export function refuseCreations(
  access: Access,
  collection: CollectionModel,
  row: Row,
  call: EngineCall,
): EngineCall {
  const refused = new Set<ToOneModel>()
  const columns: ColumnModel[] = []
  let firstRule: Rule | undefined
  let isUnreadable = false
  for (const name of Object.keys(row)) {
    const column = collection.fields.get(name)
    if (column?.kind !== 'Column' || column.read.kind !== 'alias') continue
    const steps = listRelations(collection, column)
    const rules = steps.map(([owner, relation]) => missingRight(access, owner, relation))
    // A record that is created brings the following ones of its chain with it.
    const last = rules.findLastIndex(rule => rule !== undefined)
    if (last === -1) continue
    firstRule ??= rules.find(rule => rule !== undefined)
    columns.push(column)
    isUnreadable ||= isHidden(access, collection, column)
    for (const [, relation] of steps.slice(0, last + 1)) refused.add(relation)
  }
  if (!firstRule) return call
  const rule = firstRule
  const refusal = () => refuse(access, columns, rule)
  if (isUnreadable) refusal()
  return { ...call, refusedCreations: new Map([...refused].map(relation => [relation, refusal])) }
}

type Step = readonly [owner: CollectionModel, relation: ToOneModel]

/** All relations an imported field is written through, including those of imported fields it is based on. */
function listRelations(collection: CollectionModel, { read }: ColumnModel): readonly Step[] {
  if (read.kind !== 'alias') return []
  const { relations, column } = collection.path(read.path)
  const steps: Step[] = []
  let owner = collection
  for (const relation of relations) {
    steps.push([owner, relation])
    owner = relation.target
  }
  return [...steps, ...listRelations(owner, column)]
}

type Rule = Parameters<Access['deny']>[1]

function missingRight(
  access: Access,
  owner: CollectionModel,
  relation: ToOneModel,
): Rule | undefined {
  const { name, isExported } = relation.target
  if (isExported && !access.can('add', relation.target)) {
    const reason = `The role has no 'add' right on '${name}'.`
    return { kind: 'collection', right: 'add', collection: name, reason }
  }
  if (!access.lockedIn?.(owner)?.has(relation)) return undefined
  const field = exportedName(relation)
  const reason = `The role may not write '${field}' of '${owner.name}', or what it is stored in.`
  return { kind: 'field', right: 'edit', collection: owner.name, field, reason }
}

function refuse(access: Access, columns: readonly ColumnModel[], rule: Rule): never {
  const names = columns.map(column => `'${exportedName(column)}'`).join(' or ')
  const message = `${names} belongs to a record that does not exist or that you may not see, and your role may not create it.`
  return access.deny(new ForbiddenError(message), rule)
}
