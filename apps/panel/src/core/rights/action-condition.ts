import { type FilterTree, isBranch, isUnreadable } from '../list/filter-tree.js'
import type { ListSubject } from '../list/list-subject.js'
import { buildField } from '../schema/build-field.js'
import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'
import type { RightsCondition } from './rights-document.js'
import { toPanelField, type UploadedFormField } from './uploaded-schema.js'

/** Stands for the form of an action in paths. No column can have this name. */
const formName = '\u0001form'
const formPrefix = `${formName}:`

/**
 * Adds the form of an action to its collection, as if it were a related record: conditions can then
 * be made on its fields too.
 *
 * @example
 * addForm(collections, orders, refund.fields, 'Form')
 */
export function addForm(
  collections: Collections,
  collection: CollectionModel,
  formFields: readonly UploadedFormField[],
  label: string,
): ListSubject {
  if (formFields.length === 0) return { collections, collection }
  const form: CollectionModel = {
    ...collection,
    name: formName,
    label,
    fields: new Map(formFields.map(field => [field.field, buildFormField(field)])),
    primaryKey: [],
    columns: [],
  }
  const link = { ...toRelation(collection), label }
  const fields = new Map([...collection.fields, [formName, link]])
  return {
    collections: new Map([...collections, [formName, form]]),
    collection: { ...collection, fields },
  }
}

function buildFormField(field: UploadedFormField): FieldModel {
  const built = buildField(toPanelField(field), emptyCollection, {}, new Set())
  return field.label ? { ...built, label: field.label } : built
}

const emptyCollection = {
  ...{ name: formName, dataSource: '', isCountable: false, isSearchable: false },
  ...{ fields: [], actions: [], segments: [], charts: [] },
  rights: { browse: true, read: true, add: true, edit: true, delete: true, export: true },
}

function toRelation({ name }: CollectionModel): FieldModel {
  const field = { ...toPanelField({ field: formName, type: 'String', enums: null }), operators: [] }
  const { target: _, ...built } = buildField(field, { ...emptyCollection, name }, {}, new Set())
  return { ...built, kind: 'to-one', target: formName }
}

/**
 * Returns a condition as the builder edits it.
 *
 * @example
 * toFilter({ field: 'reason', operator: 'blank', source: 'input' })
 */
export function toFilter(condition: RightsCondition): FilterTree {
  if ('aggregator' in condition) {
    return { ...condition, conditions: condition.conditions.map(toFilter) }
  }
  const { source, ...leaf } = condition
  return source === 'input' ? { ...leaf, field: `${formPrefix}${leaf.field}` } : leaf
}

/**
 * Returns what was built as a condition of the service; undefined while a part of it is not readable.
 *
 * @example
 * toCondition(tree)
 */
export function toCondition(tree: FilterTree): RightsCondition | undefined {
  if (isUnreadable(tree)) return undefined
  if (!isBranch(tree)) {
    return tree.field.startsWith(formPrefix)
      ? { ...tree, field: tree.field.slice(formPrefix.length), source: 'input' }
      : tree
  }
  const conditions = tree.conditions.flatMap(each => toCondition(each) ?? [])
  return conditions.length === tree.conditions.length ? { ...tree, conditions } : undefined
}
