import type { RelationSchema } from '@service/datasource-toolkit'
import pluralize from 'pluralize'
import type { TableInfo } from './introspection.js'

/** A relation that has no name yet. */
export interface RelationDraft {
  /** The collection that has it. */
  readonly collection: string
  /** The columns of the foreign key it comes from. */
  readonly key: readonly string[]
  /** Whether the foreign key says what the other side is. */
  readonly namedByKey: boolean
  readonly schema: RelationSchema
}

/**
 * Names the relations of one collection: by their key without its `_id`, else by their target.
 * Where two names clash, or one is the name of a column, every relation concerned has its long name.
 */
export function nameRelations(
  drafts: readonly RelationDraft[],
  table: TableInfo,
): (readonly [string, RelationSchema])[] {
  const uses = new Map<string, number>(table.columns.map(({ name }) => [name, 1]))
  for (const name of drafts.map(shortName)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const isFree = (draft: RelationDraft) => uses.get(shortName(draft)) === 1
  const taken = new Set(table.columns.map(({ name }) => name))
  for (const draft of drafts) if (isFree(draft)) taken.add(shortName(draft))
  return drafts.map(draft => {
    if (isFree(draft)) return [shortName(draft), draft.schema]
    const name = firstFree(longName(draft), taken)
    taken.add(name)
    return [name, draft.schema]
  })
}

function shortName(draft: RelationDraft): string {
  const stem = draft.namedByKey && draft.key.length === 1 ? keyStem(draft.key[0] ?? '') : undefined
  return withoutColons(inflect(stem ?? draft.schema.foreignCollection, draft))
}

/** `customer_id` and `customerId` → `customer`; undefined when the key has no such suffix. */
function keyStem(column: string): string | undefined {
  return /^(.+?)(?:_id|Id)$/.exec(column)?.[1]
}

function longName(draft: RelationDraft): string {
  const target = inflect(draft.schema.foreignCollection, draft)
  return withoutColons(`${target}_through_${wayTo(draft)}`)
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

/** In a path, a colon is the end of a relation's name. */
function withoutColons(name: string): string {
  return name.replaceAll(':', '_')
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let candidate = name
  for (let count = 2; taken.has(candidate); count++) candidate = `${name}_${count}`
  return candidate
}
