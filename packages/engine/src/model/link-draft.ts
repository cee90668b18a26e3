import { ValidationError } from '@service/base'
import type { KeyPair } from '@service/datasource-toolkit'
import { UnknownCollectionError } from '@service/datasource-toolkit'
import { createCollectionContext } from '../context/create-context.js'
import { entryError } from '../journal.js'
import {
  type Draft,
  type DraftCollection,
  type DraftKey,
  type DraftRelation,
  draftColumn,
  draftNamed,
} from './draft.js'
import {
  type CollectionModel,
  type ColumnModel,
  type EngineSettings,
  type FieldModel,
  isStored,
  type RelationModel,
} from './model.js'
import { pathResolver } from './resolve-path.js'
import { hasProvenKey, isSourceReadOnly } from './source-key.js'

type Linked = ReadonlyMap<string, CollectionModel>

/**
 * Links the collections, so that relations hold references, and adds what clients see of them;
 * nothing changes afterwards.
 */
export function linkDraft(draft: Draft, settings: EngineSettings): Linked {
  const linked = new Map<string, CollectionModel>()
  for (const collection of draft.values()) {
    linked.set(collection.name, linkColumns(collection, settings, linked))
  }
  const unique = declaredUniqueKeys(draft)
  for (const collection of draft.values()) linkRelations(collection, draft, linked, unique)
  for (const collection of linked.values()) fillView(collection)
  return linked
}

function linkColumns(
  collection: DraftCollection,
  settings: EngineSettings,
  linked: Linked,
): CollectionModel {
  const { name, source, sourceId, capabilities, segments, charts, search } = collection
  const { isCountable, isSearchable, isExported, hooks, overrides } = collection
  const fields = new Map<string, FieldModel>()
  for (const field of collection.fields.values()) {
    if (field.kind === 'Column') fields.set(field.name, Object.freeze(field))
  }
  const model: CollectionModel = {
    name,
    source,
    sourceId,
    capabilities,
    settings,
    fields,
    primaryKey: source.schema.primaryKey.map(key => fields.get(key) as ColumnModel),
    isCountable,
    isSearchable,
    hasProvenKey: hasProvenKey(source.schema),
    isKeyNullable: source.schema.isPrimaryKeyNullable === true,
    isReadOnly: isSourceReadOnly(source.schema),
    isExported,
    segments: new Map(segments),
    actions: new Map(collection.actions),
    collectionNamed: other => linkedNamed(linked, other),
    hooks,
    overrides,
    charts: new Map(charts),
    search,
    view: new Map(),
    path: text => resolve(text),
    context: (call, callback) =>
      createCollectionContext(model, name => linkedNamed(linked, name), call, callback),
  }
  const resolve = pathResolver(model)
  return Object.freeze(model)
}

/** Finds a collection by its internal name, exported or not. */
export function linkedNamed(linked: Linked, name: string): CollectionModel {
  const collection = linked.get(name)
  if (collection) return collection
  throw new UnknownCollectionError(name, linked.keys())
}

function linkRelations(
  collection: DraftCollection,
  draft: Draft,
  linked: Linked,
  unique: ReadonlySet<string>,
): void {
  const fields = linked.get(collection.name)!.fields as Map<string, FieldModel>
  for (const field of collection.fields.values()) {
    if (field.kind === 'Column') continue
    try {
      fields.set(field.name, Object.freeze(linkRelation(collection, field, draft, linked, unique)))
    } catch (error) {
      throw field.addedBy ? entryError(field.addedBy, error) : error
    }
  }
}

function linkRelation(
  collection: DraftCollection,
  relation: DraftRelation,
  draft: Draft,
  linked: Linked,
  unique: ReadonlySet<string>,
): RelationModel {
  const { kind, name, export: exported } = relation
  const foreign = draftNamed(draft, relation.foreignCollection)
  const target = linked.get(foreign.name)!
  if (kind === 'ManyToMany') {
    const through = draftNamed(draft, relation.throughCollection ?? '')
    const originKeys = linkKeys(collection, through, relation.keys, relation)
    const foreignKeys = linkKeys(through, foreign, relation.foreignKeys, relation)
    const throughModel = linked.get(through.name)!
    return { kind, name, export: exported, target, through: throughModel, originKeys, foreignKeys }
  }
  const keys = linkKeys(collection, foreign, relation.keys, relation)
  if (kind === 'OneToMany') return { kind, name, export: exported, target, keys }
  const isUnique = relation.addedBy
    ? coversKey(foreign, keys) || unique.has(keyText(foreign, keys))
    : !relation.mayLeadToSeveral
  const isPushable = isUnique && isJoinable(collection, foreign, keys)
  const { isEnforced = false } = relation
  return { kind, name, export: exported, target, keys, isPushable, isEnforced }
}

/** Completes the keys of a relation and checks them if the customer added it. */
function linkKeys(
  from: DraftCollection,
  to: DraftCollection,
  keys: readonly DraftKey[],
  relation: DraftRelation,
): readonly KeyPair[] {
  const linked = keys.map(key => ({ from: key.from ?? onlyKey(from), to: key.to ?? onlyKey(to) }))
  if (relation.addedBy) for (const pair of linked) checkPair(from, to, pair)
  return linked
}

function onlyKey({ name, source }: DraftCollection): string {
  const [key, second] = source.schema.primaryKey
  if (key !== undefined && second === undefined) return key
  throw new ValidationError(
    `The primary key of '${name}' is not one column: name the target of the key.`,
  )
}

function checkPair(from: DraftCollection, to: DraftCollection, pair: KeyPair): void {
  const left = draftColumn(from, pair.from)
  const right = draftColumn(to, pair.to)
  const [leftType, rightType] = [left.columnType, right.columnType].map(type =>
    JSON.stringify(type),
  )
  if (leftType !== rightType) {
    throw new ValidationError(
      `'${from.name}.${pair.from}' is ${leftType} but '${to.name}.${pair.to}' is ${rightType}: keys need one type.`,
    )
  }
  if (!right.filter.has('In')) {
    throw new ValidationError(`'${to.name}.${pair.to}' cannot be a key: it has no operator 'In'.`)
  }
}

function isJoinable(from: DraftCollection, to: DraftCollection, keys: readonly KeyPair[]): boolean {
  if (from.sourceId !== to.sourceId || !from.capabilities.joins) return false
  const isNative = (collection: DraftCollection, name: string) =>
    isStored(draftColumn(collection, name).read)
  return keys.every(key => isNative(from, key.from) && isNative(to, key.to))
}

function coversKey(to: DraftCollection, keys: readonly KeyPair[]): boolean {
  const { schema } = to.source
  const isCovered = schema.primaryKey.every(name => keys.some(key => key.to === name))
  return hasProvenKey(schema) && isCovered
}

/**
 * Keys that a source's own to-one relations reference: the source guarantees that they are unique.
 */
function declaredUniqueKeys(draft: Draft): ReadonlySet<string> {
  const unique = new Set<string>()
  for (const collection of draft.values()) {
    for (const field of collection.fields.values()) {
      if ((field.kind !== 'ManyToOne' && field.kind !== 'OneToOne') || field.addedBy) continue
      if (field.mayLeadToSeveral) continue
      unique.add(keyText(draft.get(field.foreignCollection)!, field.keys))
    }
  }
  return unique
}

function keyText(to: DraftCollection, keys: readonly DraftKey[]): string {
  return JSON.stringify([to.name, ...keys.map(key => key.to ?? '').sort()])
}

/**
 * Adds what clients see. A relation is left out when it references, or goes through, a collection
 * that is not exported, or when its keys were removed.
 */
function fillView(collection: CollectionModel): void {
  const view = collection.view as Map<string, FieldModel>
  for (const field of collection.fields.values()) {
    if (field.export === 'hidden') continue
    if (field.kind !== 'Column' && !isVisible(collection, field)) continue
    view.set(field.export.name, field)
  }
}

function isVisible(collection: CollectionModel, relation: RelationModel): boolean {
  const { target } = relation
  if (!target.isExported) return false
  if (relation.kind !== 'ManyToMany') return areShown(collection, target, relation.keys)
  const { through, originKeys, foreignKeys } = relation
  return (
    through.isExported &&
    areShown(collection, through, originKeys) &&
    areShown(through, target, foreignKeys)
  )
}

function areShown(from: CollectionModel, to: CollectionModel, keys: readonly KeyPair[]): boolean {
  const isShown = ({ fields }: CollectionModel, name: string) =>
    fields.get(name)?.export !== 'hidden'
  return keys.every(key => isShown(from, key.from) && isShown(to, key.to))
}
