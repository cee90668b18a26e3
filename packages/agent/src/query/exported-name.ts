import type { FieldModel } from '@service/engine'

/** The name clients know a field by. */
export function exportedName(field: FieldModel): string {
  return field.export === 'hidden' ? field.name : field.export.name
}
