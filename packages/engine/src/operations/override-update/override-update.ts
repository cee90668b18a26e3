import type { UpdateOverride } from '../../write/overrides.js'
import { defineOperation } from '../define-operation.js'
import { setOverride } from '../override-create/set-override.js'

export const overrideUpdate = defineOperation(
  'overrideUpdate',
  (collection, handler: UpdateOverride) => setOverride(collection, 'update', handler),
)
