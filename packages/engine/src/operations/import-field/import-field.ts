import { listOptionNames, ValidationError } from '@service/base'
import { addToDraft, draftPath } from '../../model/draft.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

interface Definition {
  readonly path: string
  readonly readonly?: boolean
}

const members = listOptionNames<Definition>({ path: true, readonly: true })

export const importField = defineOperation(
  'importField',
  (collection, name: string, definition: Definition) => {
    checkDefinition(name, definition, members)
    const { path, readonly } = definition
    const origin = draftPath(collection, path)
    if (readonly === false && origin.write.kind === 'none') {
      throw new ValidationError(`'${path}' is read-only, so '${name}' cannot be writable.`)
    }
    addToDraft(collection, {
      kind: 'Column',
      name,
      columnType: origin.columnType,
      enumValues: origin.enumValues,
      alsoHolds: origin.alsoHolds,
      defaultValue: origin.defaultValue,
      hasDefault: origin.hasDefault,
      isPrimaryKey: false,
      isGroupable: origin.isGroupable,
      // The relation may reference no record.
      allowNull: true,
      read: { kind: 'alias', path },
      filter: new Map(),
      sort: { kind: 'imported' },
      write: { kind: readonly ? 'none' : 'imported' },
      checks: [],
      export: { name },
    })
  },
)
