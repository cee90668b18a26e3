import { NotFoundError, ValidationError } from '@service/base'
import { MissingFieldError } from '@service/datasource-toolkit'
import type {
  CollectionModel,
  FieldModel,
  ManyToManyModel,
  OneToManyModel,
  RelationModel,
  ToOneModel,
} from '@service/engine'
import { UnknownNameInPathError } from '../errors.js'
import type { Access } from '../gateway/access.js'
import { isHidden, requireUse } from './require-uses.js'
import type { ViewPath } from './uses.js'

/**
 * Finds the exported field of this name. A 400 lists the fields the caller may see, a 403 rejects a
 * hidden one; without `access`, every field is visible. `path` is the path in the request.
 */
export function viewField(
  collection: CollectionModel,
  name: string,
  access: Access | undefined,
  path: string = name,
): FieldModel {
  const field = collection.view.get(name)
  if (field === undefined) throw missingField(collection, name, access)
  if (access) requireUse(access, { collection, field, path })
  return field
}

/** A 400 that lists the fields the caller may see. */
export function missingField(
  collection: CollectionModel,
  name: string,
  access: Access | undefined,
  isWanted: (field: FieldModel) => boolean = () => true,
): MissingFieldError {
  const isShown = (field: FieldModel) =>
    isWanted(field) && !(access && isHidden(access, collection, field))
  const known = [...collection.view].filter(([, field]) => isShown(field))
  return new MissingFieldError(
    collection.name,
    name,
    known.map(([shown]) => shown),
  )
}

/** Resolves `customer:country:name`: to-one relations, then a column. */
export function resolveViewPath(
  collection: CollectionModel,
  path: string,
  access: Access | undefined,
): ViewPath {
  const names = path.split(':')
  const last = names.pop() ?? ''
  const relations: ToOneModel[] = []
  let current = collection
  for (const [index, name] of names.entries()) {
    const relation = toOneField(current, name, access, names.slice(0, index + 1).join(':'))
    relations.push(relation)
    current = relation.target
  }
  const column = viewField(current, last, access, path)
  if (column.kind !== 'Column') {
    throw new ValidationError(
      `'${path}' is a relation of '${collection.name}': name one of its fields, as in '${path}:<field>'.`,
    )
  }
  const text = [...relations.map(relation => relation.name), column.name].join(':')
  return { text, relations, column }
}

/** Finds the to-one relation of this exported name, or throws 400. */
export function toOneField(
  collection: CollectionModel,
  name: string,
  access: Access | undefined,
  path: string = name,
): ToOneModel {
  const field = viewField(collection, name, access, path)
  if (field.kind === 'ManyToOne' || field.kind === 'OneToOne') return field
  const found = field.kind === 'Column' ? 'a column' : 'a to-many relation'
  throw new ValidationError(
    `'${name}' of '${collection.name}' is ${found}: only to-one relations can be followed here.`,
  )
}

/** Finds the relation of this exported name, or throws a 400 that lists the relations the caller may see. */
export function relationField(
  collection: CollectionModel,
  name: string,
  access: Access,
): RelationModel {
  const field = collection.view.get(name)
  if (field !== undefined && field.kind !== 'Column') return field
  throw missingField(collection, name, access, known => known.kind !== 'Column')
}

/** Finds the to-many relation of this exported name, or throws 400 or 404. */
export function toManyField(
  collection: CollectionModel,
  name: string,
  access: Access,
): OneToManyModel | ManyToManyModel {
  const relation = relationField(collection, name, access)
  if (relation.kind === 'OneToMany' || relation.kind === 'ManyToMany') return relation
  throw new NotFoundError(
    `'${name}' of '${collection.name}' is a to-one relation: it has no list of records.`,
  )
}

/** Looks up a name in the path of a request: an unknown one is a 404. */
export function namedInPath<Found>(code: UnknownNameInPathError['code'], find: () => Found): Found {
  try {
    return find()
  } catch (error) {
    throw error instanceof MissingFieldError ? new UnknownNameInPathError(code, error) : error
  }
}
