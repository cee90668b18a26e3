import type { CreateOverride } from '../../write/overrides.js'
import { defineOperation } from '../define-operation.js'
import { setOverride } from './set-override.js'

export const overrideCreate = defineOperation(
  'overrideCreate',
  (collection, handler: CreateOverride) => setOverride(collection, 'create', handler),
)
