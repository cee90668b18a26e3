import type { ActionField } from '@service/protocol'
import { readColumnType } from '../schema/read-column-type.js'
import { chooseActionWidget } from './action-widget.js'
import type { EditableField } from './editable-field.js'

/**
 * Returns a field of an action's form as editors need it. `collections` are the names of those that
 * the person may see.
 *
 * @example
 * buildActionField(amount, collections).widget.name // 'money'
 */
export function buildActionField(field: ActionField, collections: Iterable<string>): EditableField {
  return {
    name: field.field,
    label: field.label,
    help: field.description,
    columnType: readColumnType(field.type),
    widget: chooseActionWidget(field),
    enumValues: field.enums ?? [],
    validations: [],
    target: findTarget(field.reference, collections),
    isRequired: field.isRequired === true && field.isReadOnly !== true,
  }
}

/** A reference is `collection.key`; names of collections can contain dots too. */
function findTarget(
  reference: string | null | undefined,
  collections: Iterable<string>,
): string | undefined {
  if (!reference) return undefined
  const known = [...collections].filter(name => reference.startsWith(`${name}.`))
  const longest = known.sort((a, b) => b.length - a.length)[0]
  return longest ?? reference.split('.', 1)[0]
}
