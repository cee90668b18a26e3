import type { CollectionPlugin, CollectionSoFar, DataSourceCustomizer } from '@service/agent'
import { knownNames, ValidationError } from '@service/base'
import { separator } from './flatten-document.js'
import { checkOptions } from './options.js'

export interface FlattenRelationOptions {
  /** A to-one relation, or a path through several: `customer:country`. */
  readonly relationName: string
  /** Columns of the related record to import. Optional: all by default. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly readonly?: boolean
}

/**
 * Adds the columns of a related record: `customer@@@name`. They are filtered, sorted and written
 * through the relation.
 *
 * @example
 * orders.use(flattenRelation, { relationName: 'customer', exclude: ['id'] })
 */
export const flattenRelation: CollectionPlugin<FlattenRelationOptions> = (
  dataSource,
  collection,
  options,
) => {
  checkOptions(options, ['relationName'], ['include', 'exclude', 'readonly'])
  const { relationName, include, exclude, readonly } = options
  const target = findTarget(dataSource, collection.schema, relationName)
  const columns = [...target.fields.values()].flatMap(field =>
    field.kind === 'Column' ? [field.name] : [],
  )
  for (const option of ['include', 'exclude'] as const) {
    const unknown = options[option]?.find(name => !columns.includes(name))
    if (unknown === undefined) continue
    throw new ValidationError(
      `${option} of '${relationName}' names '${unknown}'. Columns of '${target.name}': ${knownNames(unknown, columns)}`,
    )
  }
  const chosen = columns.filter(
    name => (include?.includes(name) ?? true) && !exclude?.includes(name),
  )
  if (chosen.length === 0 && include?.length !== 0) {
    throw new ValidationError(
      `include and exclude of '${relationName}' leave nothing. Columns of '${target.name}': ${columns.join(', ')}.`,
    )
  }
  for (const name of chosen) {
    const path = `${relationName}:${name}`
    collection.importField(path.split(':').join(separator), { path, readonly })
  }
}

function findTarget(
  dataSource: DataSourceCustomizer,
  from: CollectionSoFar,
  relationName: string,
): CollectionSoFar {
  return relationName.split(':').reduce((collection, name) => {
    const field = collection.fields.get(name)
    const toOne = [...collection.fields.values()].filter(isToOne).map(each => each.name)
    if (!field || !isToOne(field)) {
      const found = field ? 'is not a to-one relation' : 'is not a relation'
      throw new ValidationError(
        `relationName '${relationName}': '${name}' ${found} of '${collection.name}'. There are: ${knownNames(name, toOne)}`,
      )
    }
    return dataSource.collections.get(field.foreignCollection) as CollectionSoFar
  }, from)
}

type Field = CollectionSoFar['fields'] extends ReadonlyMap<string, infer F> ? F : never
type ToOne = Extract<Field, { readonly foreignCollection: string }>

function isToOne(field: Field): field is ToOne {
  return field.kind === 'ManyToOne' || field.kind === 'OneToOne'
}
