import { ownValue } from '@service/base'
import type { CollectionLayout, PanelCollection, PanelField } from '@service/protocol'
import type { FieldModel } from './collection-model.js'
import { isColumn, isToOne } from './field-names.js'
import { guessLabel } from './guess-label.js'
import { guessEditWidget, guessShowWidget } from './guess-widget.js'
import { isSecretField } from './is-secret-field.js'
import { readColumnType } from './read-column-type.js'
import { toOperator } from './to-operator.js'

/** Combines a field of the schema with what the layout says about it. */
export function buildField(
  field: PanelField,
  collection: PanelCollection,
  layout: CollectionLayout,
  names: ReadonlySet<string>,
): FieldModel {
  const own = ownValue(layout.fields ?? {}, field.field) ?? {}
  const target = findTarget(field.reference, names)
  return {
    name: field.field,
    label: own.label ?? guessLabel(field.field),
    ...(own.help !== undefined && { help: own.help }),
    kind: isColumn(field) ? 'column' : isToOne(field) ? 'to-one' : 'to-many',
    ...(target !== undefined && { target }),
    ...(field.inverseOf !== null && { inverse: field.inverseOf }),
    ...(field.relationship === 'BelongsToMany' && { isThrough: true }),
    columnType: readColumnType(field.type),
    operators: field.operators.flatMap(name => toOperator(name) ?? []),
    enumValues: field.enums ?? [],
    validations: field.validations,
    defaultValue: field.defaultValue,
    isPrimaryKey: field.isPrimaryKey,
    isSortable: field.isSortable,
    isRequired: field.isRequired,
    isWritable: field.isWritable,
    isSecret: isSecretField(field.field),
    isHidden: own.isHidden === true,
    show: own.show ?? guessShowWidget(field, collection),
    edit: own.edit ?? guessEditWidget(field, collection),
  }
}

/**
 * Finds the collection of a reference such as `customers.id`. Names may contain dots, so the
 * longest known name counts.
 */
export function findTarget(
  reference: string | null,
  names: ReadonlySet<string>,
): string | undefined {
  for (
    let end = reference?.lastIndexOf('.') ?? -1;
    end > 0;
    end = reference!.lastIndexOf('.', end - 1)
  ) {
    const name = reference!.slice(0, end)
    if (names.has(name)) return name
  }
  return undefined
}
