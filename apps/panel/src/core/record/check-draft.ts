import { type FieldProblem, validateField } from '../forms/validate-field.js'
import type { CollectionModel, Section } from '../schema/collection-model.js'
import { isNeeded } from '../schema/is-needed.js'
import { type Draft, getField } from './draft.js'

/**
 * Lists the fields of a draft that cannot be saved: of a record that exists, among those that were
 * changed; of a new one, among all that a form has.
 *
 * @example
 * checkDraft(startCreate(orders), orders) // new Map([['reference', [{ kind: 'required' }]]])
 */
export function checkDraft(
  draft: Draft,
  collection: CollectionModel,
): ReadonlyMap<string, readonly FieldProblem[]> {
  const names =
    draft.id === undefined
      ? collection.createSections.flatMap(({ fields }) => fields)
      : Object.keys(draft.changes)
  const problems = names.flatMap(name => {
    const field = collection.fields.get(name)
    if (!field) return []
    const isRequired = draft.id === undefined ? isNeeded(field) : field.isRequired
    const found = validateField({ ...field, isRequired }, getField(draft, name))
    return found.length > 0 ? [[name, found] as const] : []
  })
  return new Map(problems)
}

/**
 * Returns the sections of a form that creates a record, what is needed first.
 *
 * @example
 * orderCreateSections(orders)[0]?.fields[0] // 'reference'
 */
export function orderCreateSections({
  createSections,
  fields,
}: CollectionModel): readonly Section[] {
  const isFirst = (name: string) => {
    const field = fields.get(name)
    return field !== undefined && isNeeded(field)
  }
  return createSections.map(section => ({
    ...section,
    fields: [...section.fields.filter(isFirst), ...section.fields.filter(name => !isFirst(name))],
  }))
}
