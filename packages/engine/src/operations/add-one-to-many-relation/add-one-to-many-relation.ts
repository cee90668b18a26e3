import { namesOf } from '@service/base'
import { addToDraft } from '../../model/draft.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

interface Keys {
  readonly originKey: string
  readonly originKeyTarget?: string
}

const members = namesOf<Keys>({ originKey: true, originKeyTarget: true })

export const addOneToManyRelation = defineOperation(
  'addOneToManyRelation',
  (collection, name: string, foreignCollection: string, keys: Keys) => {
    checkDefinition(name, keys, members)
    addToDraft(collection, {
      kind: 'OneToMany',
      name,
      foreignCollection,
      keys: [{ from: keys.originKeyTarget, to: keys.originKey }],
      foreignKeys: [],
      export: { name },
    })
  },
)
