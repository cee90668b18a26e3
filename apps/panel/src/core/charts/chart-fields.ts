import type { ColumnType } from '@service/datasource-toolkit'
import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'

/** A field that a form offers: `customer:city` is `Customer › City`. */
export interface FieldChoice {
  readonly path: string
  readonly label: string
}

const groupable: ReadonlySet<ColumnType> = new Set<ColumnType>([
  'String',
  'Number',
  'Boolean',
  'Enum',
  'Uuid',
  'Date',
  'Dateonly',
])

type Use = 'sum' | 'order' | 'group' | 'date'

const uses: Readonly<Record<Use, (type: ColumnType) => boolean>> = {
  sum: type => type === 'Number',
  order: type => type === 'Number' || type === 'Date' || type === 'Dateonly',
  group: type => groupable.has(type),
  date: type => type === 'Date' || type === 'Dateonly',
}

/**
 * Lists the columns of a collection, and for groups those of its to-one relations, that a chart can use.
 *
 * @example
 * listFieldChoices(collections, orders, 'date').map(({ path }) => path) // ['ordered_at', 'shipped_at']
 */
export function listFieldChoices(
  collections: Collections,
  collection: CollectionModel,
  use: Use,
): readonly FieldChoice[] {
  const isUsable = ({ kind, columnType, isSecret }: FieldModel) =>
    kind === 'column' && !isSecret && uses[use](columnType)
  const own = [...collection.fields.values()]
    .filter(isUsable)
    .map(({ name, label }) => ({ path: name, label }))
  if (use !== 'group') return own
  const related = [...collection.fields.values()].flatMap(relation => {
    const target = relation.kind === 'to-one' ? collections.get(relation.target ?? '') : undefined
    return [...(target?.fields.values() ?? [])].filter(isUsable).map(({ name, label }) => ({
      path: `${relation.name}:${name}`,
      label: `${relation.label} › ${label}`,
    }))
  })
  return [...own, ...related]
}

/**
 * Lists the relations that a leaderboard can count: those whose records know the way back.
 *
 * @example
 * listRelationChoices(customers).map(({ path }) => path) // ['orders']
 */
export function listRelationChoices(collection: CollectionModel): readonly FieldChoice[] {
  return [...collection.fields.values()]
    .filter(({ kind, target, inverse }) => kind === 'to-many' && target && inverse)
    .map(({ name, label }) => ({ path: name, label }))
}
