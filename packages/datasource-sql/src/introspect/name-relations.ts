import type { RelationSchema } from '@service/datasource-toolkit'
import pluralize from 'pluralize'
import { fieldName, firstFree } from './field-names.js'
import { groupBy } from './group-by.js'
import type { TableInfo } from './introspection.js'
import { sortByText } from './sort-by-text.js'

/** A relation that has no name yet. */
export interface RelationDraft {
  /** The collection that has it. */
  readonly collection: string
  /** The columns of the foreign key it comes from. */
  readonly key: readonly string[]
  /** Whether the name of the foreign key describes the other side. */
  readonly namedByKey: boolean
  /** It is the relation to the junction itself, and does not take a name from other relations. */
  readonly isJunctionRelation?: boolean
  readonly schema: RelationSchema
}

type NamedRelation = readonly [string, RelationSchema]

/**
 * Names the relations of one collection: by their key without its `_id`, else by their target.
 * Where two names are equal, or one is the name of a column, all relations concerned get their long
 * name. The result does not depend on the order of the drafts, which changes when a dump is
 * restored.
 */
export function nameRelations(drafts: readonly RelationDraft[], table: TableInfo): NamedRelation[] {
  const taken = new Set(table.columns.map(({ name }) => name))
  const names = new Map<RelationDraft, string>()
  for (const isJunctionRelation of [false, true]) {
    const group = drafts.filter(draft => (draft.isJunctionRelation ?? false) === isJunctionRelation)
    const clashing = assignUniqueNames(group, shortName, taken, names)
    const same = assignUniqueNames(clashing, longName, taken, names)
    for (const draft of sortByText(same, JSON.stringify)) {
      names.set(draft, firstFree(buildLongestName(draft), taken))
    }
  }
  return drafts.map(draft => [names.get(draft) as string, draft.schema])
}

/** Assigns each draft a name that is unique and not taken; returns the remaining drafts. */
function assignUniqueNames(
  drafts: readonly RelationDraft[],
  chooseName: (draft: RelationDraft) => string,
  taken: Set<string>,
  names: Map<RelationDraft, string>,
): RelationDraft[] {
  const wanted = groupBy(drafts, chooseName)
  const free = [...wanted].filter(([name, owners]) => owners.length === 1 && !taken.has(name))
  for (const [name, [draft]] of free) {
    taken.add(name)
    names.set(draft as RelationDraft, name)
  }
  return drafts.filter(draft => !names.has(draft))
}

function shortName(draft: RelationDraft): string {
  const stem = draft.namedByKey && draft.key.length === 1 ? keyStem(draft.key[0] ?? '') : undefined
  return fieldName(inflect(stem ?? draft.schema.foreignCollection, draft))
}

/** `customer_id` and `customerId` → `customer`; undefined when the key has no such suffix. */
function keyStem(column: string): string | undefined {
  return /^(.+?)(?:_id|Id)$/.exec(column)?.[1]
}

function longName(draft: RelationDraft): string {
  const target = inflect(draft.schema.foreignCollection, draft)
  return fieldName(`${target}_through_${wayTo(draft)}`)
}

/** A junction between a collection and itself needs both keys to tell its relations apart. */
function buildLongestName(draft: RelationDraft): string {
  const name = longName(draft)
  return draft.schema.kind === 'ManyToMany' ? fieldName(`${name}_${draft.key.join('_')}`) : name
}

function wayTo({ schema, key }: RelationDraft): string {
  if (schema.kind === 'ManyToMany') return schema.throughCollection
  const columns = key.join('_')
  return schema.kind === 'ManyToOne' ? columns : `${schema.foreignCollection}_${columns}`
}

function inflect(name: string, { schema }: RelationDraft): string {
  const isToOne = schema.kind === 'ManyToOne' || schema.kind === 'OneToOne'
  return isToOne ? pluralize.singular(name) : pluralize(name)
}
