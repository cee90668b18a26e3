import type { DeleteOverride } from '../../write/overrides.js'
import { defineOperation } from '../define-operation.js'
import { setOverride } from '../override-create/set-override.js'

export const overrideDelete = defineOperation(
  'overrideDelete',
  (collection, handler: DeleteOverride) => setOverride(collection, 'delete', handler),
)
