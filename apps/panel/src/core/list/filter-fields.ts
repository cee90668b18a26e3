import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import { createWordMatch } from './match-words.js'
import { listOperators } from './operands.js'

/** Something to choose while a condition is made: a field, or a relation that leads to more of them. */
export interface FieldChoice {
  readonly kind: 'field' | 'relation'
  /** Of a field, or of a relation: `customer`, `customer:city`. */
  readonly path: string
  /** The labels on the way: `Customer › City`. */
  readonly label: string
}

const deepestFound = 3
const mostFound = 50

/**
 * Lists what can be chosen at a relation, or at the collection itself when the path is empty: its
 * fields, then its relations.
 *
 * @example
 * listFieldChoices(collections, orders, 'customer').map(({ path }) => path) // ['customer:name', …]
 */
export function listFieldChoices(
  collections: Collections,
  collection: CollectionModel,
  relation: string,
): readonly FieldChoice[] {
  const start = findTarget(collections, collection, relation)
  return start ? listLevel(collections, start.collection, relation, start.labels) : []
}

/**
 * Finds fields and relations by their label, those of the collection first.
 *
 * @example
 * findFieldChoices(collections, orders, 'city')[0]?.label // 'Customer › City'
 */
export function findFieldChoices(
  collections: Collections,
  collection: CollectionModel,
  text: string,
): readonly FieldChoice[] {
  const isWanted = createWordMatch(text)
  const found: FieldChoice[] = []
  let level = [{ collection, path: '', labels: [] as readonly string[] }]
  for (let depth = 0; depth < deepestFound && found.length < mostFound; depth++) {
    for (const each of level) {
      const choices = listLevel(collections, each.collection, each.path, each.labels)
      found.push(...choices.filter(({ label }) => isWanted(label)))
    }
    level = level.flatMap(({ collection: owner, path, labels }) =>
      listRelations(owner).flatMap(relation => {
        const target = collections.get(relation.target ?? '')
        const next = joinPath(path, relation.name)
        return target
          ? [{ collection: target, path: next, labels: [...labels, relation.label] }]
          : []
      }),
    )
  }
  return found.slice(0, mostFound)
}

function listLevel(
  collections: Collections,
  { fields }: CollectionModel,
  path: string,
  labels: readonly string[],
): readonly FieldChoice[] {
  const toChoice = (kind: FieldChoice['kind'], { name, label }: FieldModel): FieldChoice => ({
    kind,
    path: joinPath(path, name),
    label: [...labels, label].join(' › '),
  })
  const own = [...fields.values()]
  return [
    ...own.filter(canBeFiltered).map(field => toChoice('field', field)),
    ...own
      .filter(field => field.kind === 'to-one' && collections.has(field.target ?? ''))
      .map(field => toChoice('relation', field)),
  ]
}

const listRelations = ({ fields }: CollectionModel): readonly FieldModel[] =>
  [...fields.values()].filter(({ kind }) => kind === 'to-one')

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}:${name}`)

/**
 * Returns whether conditions can be made on a field. Secrets are never searched.
 *
 * @example
 * canBeFiltered(orders.fields.get('status')!) // true
 */
export function canBeFiltered(field: FieldModel): boolean {
  return field.kind === 'column' && !field.isSecret && listOperators(field).length > 0
}

function findTarget(collections: Collections, collection: CollectionModel, path: string) {
  if (path === '') return { collection, labels: [] }
  const found = findField(collections, collection, path)
  const target = collections.get(found?.field.target ?? '')
  if (found?.field.kind !== 'to-one' || !target) return undefined
  return { collection: target, labels: [...found.relations, found.field].map(({ label }) => label) }
}

/** The relation whose record a condition names by its key. */
export interface RelationCondition {
  readonly relation: FieldModel
  /** The labels on the way to it: `Customer`. */
  readonly label: string
  readonly target: CollectionModel
}

/**
 * Returns the relation of a condition on the key of a related record, such as `customer:id`: people
 * choose the record instead of typing its key.
 *
 * @example
 * findRelationCondition(collections, orders, 'customer:id')?.target.name // 'customers'
 */
export function findRelationCondition(
  collections: Collections,
  collection: CollectionModel,
  path: string,
): RelationCondition | undefined {
  const found = findField(collections, collection, path)
  const relation = found?.relations.at(-1)
  if (!found || !relation || found.collection.primaryKey.join() !== found.field.name)
    return undefined
  const label = found.relations.map(each => each.label).join(' › ')
  return { relation, label, target: found.collection }
}

/**
 * Returns the path of the key by which a relation is compared; undefined when it has none or
 * several columns.
 *
 * @example
 * findKeyPath(collections, orders, 'customer') // 'customer:id'
 */
export function findKeyPath(
  collections: Collections,
  collection: CollectionModel,
  relation: string,
): string | undefined {
  const target = findTarget(collections, collection, relation)?.collection
  const [key, ...others] = target?.primaryKey ?? []
  const field = key === undefined || others.length > 0 ? undefined : target?.fields.get(key)
  return field && canBeFiltered(field) ? joinPath(relation, field.name) : undefined
}
