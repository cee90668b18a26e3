import type {
  CollectionModel,
  ColumnModel,
  FieldModel,
  HiddenIn,
  RelationModel,
} from '@service/engine'
import type { CollectionRights, FieldRights } from '@service/service-client'
import { partsOf, wholesOf } from './document-parts.js'
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
      if (wholesOf(collection, field).some(whole => isUnreadable(collection, whole))) return true
      return originOf(collection, field).some(part => isHidden(...part))
    }
    const reached = field.kind === 'ManyToMany' ? [field.target, field.through] : [field.target]
    const isClosed = reached.some(target => target.isExported && !mayRead(target))
    return isClosed || keysOf(collection, field).some(key => isHidden(...key))
  })
  const isLocked = remembered(
    (collection, field) =>
      isUnwritable(collection, field) || holdsDenied('edit', collection, field),
  )
  const isUnwritable = remembered((collection, field) => {
    if (isDenied('edit', collection, field)) return true
    if (field.kind !== 'Column') return storedKeys(collection, field).some(key => isLocked(...key))
    if (wholesOf(collection, field).some(whole => isUnwritable(collection, whole))) return true
    const origin = originOf(collection, field).at(-1)
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
    return partsOf(owner, field).some(
      part => isDenied(verb, owner, part) || holdsDenied(verb, owner, part),
    )
  }
  /** A collection that is not exported has no rights, so that only customization code restricts it. */
  function isEditable(collection: CollectionModel): boolean {
    return !collection.isExported || mayEdit(collection)
  }
}

type Place = readonly [owner: CollectionModel, field: FieldModel]

/** The name that rights use for a field. A field hidden by code keeps its rights, for columns derived from it. */
function rightName({ view }: CollectionModel, field: FieldModel): string {
  if (field.export !== 'hidden') return field.export.name
  return view.has(field.name) ? '' : field.name
}

/** The fields that an imported field is read through, the column last. */
function originOf(collection: CollectionModel, { read }: ColumnModel): readonly Place[] {
  if (read.kind !== 'alias') return []
  const { relations, column } = collection.path(read.path)
  const places: Place[] = []
  let owner = collection
  for (const relation of relations) {
    places.push([owner, relation])
    owner = relation.target
  }
  return [...places, [owner, column]]
}

/** The columns that a relation compares, on all its sides. */
export function keysOf(owner: CollectionModel, relation: RelationModel): readonly Place[] {
  if (relation.kind !== 'ManyToMany') {
    const { keys, target } = relation
    return keys.flatMap(({ from, to }) => [place(owner, from), place(target, to)])
  }
  const { originKeys, foreignKeys, through, target } = relation
  return [
    ...originKeys.flatMap(({ from, to }) => [place(owner, from), place(through, to)]),
    ...foreignKeys.flatMap(({ from, to }) => [place(through, from), place(target, to)]),
  ]
}

/** The columns that are written when a relation is set. */
function storedKeys(owner: CollectionModel, relation: RelationModel): readonly Place[] {
  if (relation.kind === 'ManyToOne') return relation.keys.map(({ from }) => place(owner, from))
  if (relation.kind !== 'ManyToMany')
    return relation.keys.map(({ to }) => place(relation.target, to))
  const { originKeys, foreignKeys, through } = relation
  return [...originKeys.map(key => key.to), ...foreignKeys.map(key => key.from)].map(name =>
    place(through, name),
  )
}

const place = (owner: CollectionModel, name: string): Place => [owner, owner.fields.get(name)!]

type Test = (collection: CollectionModel, field: FieldModel) => boolean

/** Caches the result per field. A field that depends on itself returns true. */
function remembered(test: Test): Test {
  const answers = new WeakMap<FieldModel, boolean>()
  return (collection, field) => {
    const known = answers.get(field)
    if (known !== undefined) return known
    answers.set(field, true)
    const answer = test(collection, field)
    answers.set(field, answer)
    return answer
  }
}

function fieldsWhere(test: Test): HiddenIn {
  const known = new WeakMap<CollectionModel, ReadonlySet<FieldModel> | null>()
  return collection => {
    const answer = known.get(collection)
    if (answer !== undefined) return answer ?? undefined
    const found = [...collection.fields.values()].filter(field => test(collection, field))
    const fields = found.length === 0 ? undefined : internFields(collection, found)
    known.set(collection, fields ?? null)
    return fields
  }
}
