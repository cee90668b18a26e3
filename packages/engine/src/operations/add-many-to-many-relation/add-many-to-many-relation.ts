import { listOptionNames } from '@service/base'
import { addToDraft } from '../../model/draft.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

interface Keys {
  readonly originKey: string
  readonly foreignKey: string
  readonly originKeyTarget?: string
  readonly foreignKeyTarget?: string
}

const members = listOptionNames<Keys>({
  originKey: true,
  foreignKey: true,
  originKeyTarget: true,
  foreignKeyTarget: true,
})

export const addManyToManyRelation = defineOperation(
  'addManyToManyRelation',
  (collection, name: string, foreignCollection: string, throughCollection: string, keys: Keys) => {
    checkDefinition(name, keys, members)
    addToDraft(collection, {
      kind: 'ManyToMany',
      name,
      foreignCollection,
      throughCollection,
      keys: [{ from: keys.originKeyTarget, to: keys.originKey }],
      foreignKeys: [{ from: keys.foreignKey, to: keys.foreignKeyTarget }],
      export: { name },
    })
  },
)
