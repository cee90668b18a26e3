import { MissingFieldError, NotFoundError, ValidationError } from '@service/datasource-toolkit'
import type {
  CollectionModel,
  ColumnModel,
  FieldModel,
  ManyToManyModel,
  OneToManyModel,
  RelationModel,
  ToOneModel,
} from '@service/engine'
import type { MayCross } from './crossings.js'

/** A path of exported names, resolved. */
export interface ViewPath {
  /** The same path in internal names. */
  readonly text: string
  readonly relations: readonly ToOneModel[]
  readonly column: ColumnModel
}

/** The exported field of this name, or a 400 that names the exported ones. */
export function viewField(collection: CollectionModel, name: string): FieldModel {
  const field = collection.view.get(name)
  if (field === undefined)
    throw new MissingFieldError(collection.name, name, collection.view.keys())
  return field
}

/** Resolves `customer:country:name`: to-one relations, then a column. */
export function resolveViewPath(
  collection: CollectionModel,
  path: string,
  mayCross?: MayCross,
): ViewPath {
  const names = path.split(':')
  const last = names.pop() ?? ''
  const relations: ToOneModel[] = []
  let current = collection
  for (const [index, name] of names.entries()) {
    const relation = toOneField(current, name)
    relations.push(relation)
    current = relation.target
    mayCross?.({
      path: names.slice(0, index + 1).join(':'),
      prefix: relations.map(each => `${each.name}:`).join(''),
      target: current,
    })
  }
  const column = viewField(current, last)
  if (column.kind !== 'Column') {
    throw new ValidationError(
      `'${path}' is a relation of '${collection.name}': name one of its fields, as in '${path}:<field>'.`,
    )
  }
  const text = [...relations.map(relation => relation.name), column.name].join(':')
  return { text, relations, column }
}

/** The to-one relation of this exported name, or a 400. */
export function toOneField(collection: CollectionModel, name: string): ToOneModel {
  const field = viewField(collection, name)
  if (field.kind === 'ManyToOne' || field.kind === 'OneToOne') return field
  const found = field.kind === 'Column' ? 'a column' : 'a to-many relation'
  throw new ValidationError(
    `'${name}' of '${collection.name}' is ${found}: only to-one relations can be followed here.`,
  )
}

/** The relation of this exported name, or a 400 that names the relations there are. */
export function relationField(collection: CollectionModel, name: string): RelationModel {
  const field = collection.view.get(name)
  if (field !== undefined && field.kind !== 'Column') return field
  const relations = [...collection.view].filter(([, known]) => known.kind !== 'Column')
  throw new MissingFieldError(
    collection.name,
    name,
    relations.map(([known]) => known),
  )
}

/** The to-many relation of this exported name, or a 400 or 404. */
export function toManyField(
  collection: CollectionModel,
  name: string,
): OneToManyModel | ManyToManyModel {
  const relation = relationField(collection, name)
  if (relation.kind === 'OneToMany' || relation.kind === 'ManyToMany') return relation
  throw new NotFoundError(`'${name}' of '${collection.name}' leads to one record, not to a list.`)
}

/** The name clients know a field by. */
export function exportedName(field: FieldModel): string {
  return field.export === 'hidden' ? field.name : field.export.name
}
