import type { Operation } from '../define-operation.js'
import { defineOriginRelation } from '../define-origin-relation.js'

export const addOneToManyRelation: Operation = defineOriginRelation(
  'addOneToManyRelation',
  'OneToMany',
)
