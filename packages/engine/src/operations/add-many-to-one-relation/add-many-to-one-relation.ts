import { listOptionNames } from '@service/base'
import { addToDraft } from '../../model/draft.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

interface Keys {
  readonly foreignKey: string
  readonly foreignKeyTarget?: string
}

const members = listOptionNames<Keys>({ foreignKey: true, foreignKeyTarget: true })

export const addManyToOneRelation = defineOperation(
  'addManyToOneRelation',
  (collection, name: string, foreignCollection: string, keys: Keys) => {
    checkDefinition(name, keys, members)
    addToDraft(collection, {
      kind: 'ManyToOne',
      name,
      foreignCollection,
      keys: [{ from: keys.foreignKey, to: keys.foreignKeyTarget }],
      foreignKeys: [],
      export: { name },
    })
  },
)
