import type {
  CollectionModel,
  ColumnModel,
  FieldModel,
  HiddenIn,
  RelationModel,
} from '@service/engine'
import type { CollectionRights, FieldRights } from '@service/service-client'
import { listInnerColumns, listOuterColumns } from './inner-columns.js'
import { internFields } from './intern-fields.js'
import { isGranted } from './is-granted.js'

/** The rights of a role on fields of the collections it may access. */
export interface FieldAccess {
  /** Fields the role may not see. */
  readonly hiddenIn: HiddenIn
  /** Fields the role may not write. */
  readonly lockedIn: HiddenIn
}

/** The rights on collections that rights on fields build on. */
interface CollectionAccess {
  readonly mayRead: (collection: CollectionModel) => boolean
  readonly mayEdit: (collection: CollectionModel) => boolean
}

/** Reads the rights of a role on fields; those of each collection on first use. */
export function fieldAccess(
  rights: ReadonlyMap<string, CollectionRights>,
  roleId: number,
  { mayRead, mayEdit }: CollectionAccess,
): FieldAccess {
  const isHidden = remembered(
    (collection, field) =>
      isUnreadable(collection, field) || holdsDenied('read', collection, field),
  )
  // A relation reveals records of its target and the keys it compares.
  const isUnreadable = remembered((collection, field) => {
    if (isDenied('read', collection, field)) return true
    if (field.kind === 'Column') {
      if (listOuterColumns(collection, field).some(whole => isUnreadable(collection, whole)))
        return true
      return listAliasFields(collection, field).some(part => isHidden(...part))
    }
    const reached = field.kind === 'ManyToMany' ? [field.target, field.through] : [field.target]
    const isClosed = reached.some(target => target.isExported && !mayRead(target))
    return isClosed || listRelationKeys(collection, field).some(key => isHidden(...key))
  })
  const isLocked = remembered(
    (collection, field) =>
      isUnwritable(collection, field) || holdsDenied('edit', collection, field),
  )
  const isUnwritable = remembered((collection, field) => {
    if (isDenied('edit', collection, field)) return true
    if (field.kind !== 'Column') return storedKeys(collection, field).some(key => isLocked(...key))
    if (listOuterColumns(collection, field).some(whole => isUnwritable(collection, whole)))
      return true
    const origin = listAliasFields(collection, field).at(-1)
    return origin !== undefined && (isLocked(...origin) || !isEditable(origin[0]))
  })
  return { hiddenIn: fieldsWhere(isHidden), lockedIn: fieldsWhere(isLocked) }

  function isDenied(verb: keyof FieldRights, collection: CollectionModel, field: FieldModel) {
    if (field.kind === 'Column' && field.isPrimaryKey) return false
    const right = rights.get(collection.name)?.fields?.get(rightName(collection, field))
    return right !== undefined && !isGranted(right[verb], roleId)
  }
  /** Reading or writing a document includes the columns inside it. */
  function holdsDenied(
    verb: keyof FieldRights,
    owner: CollectionModel,
    field: FieldModel,
  ): boolean {
    return listInnerColumns(owner, field).some(
      part => isDenied(verb, owner, part) || holdsDenied(verb, owner, part),
    )
  }
  /** A collection that is not exported has no rights, so that only customization code restricts it. */
  function isEditable(collection: CollectionModel): boolean {
    return !collection.isExported || mayEdit(collection)
  }
}

type OwnedField = readonly [owner: CollectionModel, field: FieldModel]

/** The name that rights use for a field. A field hidden by code keeps its rights, for columns derived from it. */
function rightName({ view }: CollectionModel, field: FieldModel): string {
  if (field.export !== 'hidden') return field.export.name
  return view.has(field.name) ? '' : field.name
}

/** The fields that an imported field is read through, the column last. */
function listAliasFields(
  collection: CollectionModel,
  { read }: ColumnModel,
): readonly OwnedField[] {
  if (read.kind !== 'alias') return []
  const { relations, column } = collection.path(read.path)
  const ownedFields: OwnedField[] = []
  let owner = collection
  for (const relation of relations) {
    ownedFields.push([owner, relation])
    owner = relation.target
  }
  return [...ownedFields, [owner, column]]
}

/** The columns that a relation compares, on all its sides. */
export function listRelationKeys(
  owner: CollectionModel,
  relation: RelationModel,
): readonly OwnedField[] {
  if (relation.kind !== 'ManyToMany') {
    const { keys, target } = relation
    return keys.flatMap(({ from, to }) => [findOwnedField(owner, from), findOwnedField(target, to)])
  }
  const { originKeys, foreignKeys, through, target } = relation
  return [
    ...originKeys.flatMap(({ from, to }) => [
      findOwnedField(owner, from),
      findOwnedField(through, to),
    ]),
    ...foreignKeys.flatMap(({ from, to }) => [
      findOwnedField(through, from),
      findOwnedField(target, to),
    ]),
  ]
}

/** The columns that are written when a relation is set. */
function storedKeys(owner: CollectionModel, relation: RelationModel): readonly OwnedField[] {
  if (relation.kind === 'ManyToOne')
    return relation.keys.map(({ from }) => findOwnedField(owner, from))
  if (relation.kind !== 'ManyToMany')
    return relation.keys.map(({ to }) => findOwnedField(relation.target, to))
  const { originKeys, foreignKeys, through } = relation
  return [...originKeys.map(key => key.to), ...foreignKeys.map(key => key.from)].map(name =>
    findOwnedField(through, name),
  )
}

const findOwnedField = (owner: CollectionModel, name: string): OwnedField => [
  owner,
  owner.fields.get(name)!,
]

type Test = (collection: CollectionModel, field: FieldModel) => boolean

/** Caches the result per field. A field that depends on itself returns true. */
function remembered(test: Test): Test {
  const results = new WeakMap<FieldModel, boolean>()
  return (collection, field) => {
    const known = results.get(field)
    if (known !== undefined) return known
    results.set(field, true)
    const result = test(collection, field)
    results.set(field, result)
    return result
  }
}

function fieldsWhere(test: Test): HiddenIn {
  const known = new WeakMap<CollectionModel, ReadonlySet<FieldModel> | null>()
  return collection => {
    const result = known.get(collection)
    if (result !== undefined) return result ?? undefined
    const found = [...collection.fields.values()].filter(field => test(collection, field))
    const fields = found.length === 0 ? undefined : internFields(collection, found)
    known.set(collection, fields ?? null)
    return fields
  }
}
