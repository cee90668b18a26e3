import type { Operation } from '../define-operation.js'
import { defineOriginRelation } from '../define-origin-relation.js'

export const addOneToOneRelation: Operation = defineOriginRelation(
  'addOneToOneRelation',
  'OneToOne',
)
