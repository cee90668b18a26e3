import { listOptionNames } from '@service/base'
import { addToDraft } from '../model/draft.js'
import { checkDefinition } from './check-definition.js'
import { defineOperation, type Operation } from './define-operation.js'

interface OriginKeys {
  readonly originKey: string
  readonly originKeyTarget?: string
}

const members = listOptionNames<OriginKeys>({ originKey: true, originKeyTarget: true })

/** An operation that adds a relation to the records whose origin key names a record. */
export function defineOriginRelation(operation: string, kind: 'OneToMany' | 'OneToOne'): Operation {
  return defineOperation(
    operation,
    (collection, name: string, foreignCollection: string, keys: OriginKeys) => {
      checkDefinition(name, keys, members)
      addToDraft(collection, {
        kind,
        name,
        foreignCollection,
        keys: [{ from: keys.originKeyTarget, to: keys.originKey }],
        foreignKeys: [],
        export: { name },
      })
    },
  )
}
