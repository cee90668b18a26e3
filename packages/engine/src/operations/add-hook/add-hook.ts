import { knownNames, ValidationError } from '@service/base'
import {
  type Hook,
  type HookPosition,
  type HookType,
  hookPositions,
  hookTypes,
} from '../../hooks/hook-contexts.js'
import { defineOperation } from '../define-operation.js'

export const addHook = defineOperation(
  'addHook',
  (collection, position: HookPosition, type: HookType, handler: Hook<HookPosition, HookType>) => {
    assertKnown('position', position, hookPositions)
    assertKnown('type', type, hookTypes)
    if (typeof handler !== 'function') {
      throw new ValidationError(`The hook ${position} ${type} needs a function.`)
    }
    const known = collection.hooks?.[type] ?? { Before: [], After: [] }
    const pair = { ...known, [position]: [...known[position], handler] }
    collection.hooks = { ...collection.hooks, [type]: pair }
  },
)

function assertKnown(what: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return
  throw new ValidationError(
    `'${given}' is not a ${what} of a hook. There are: ${knownNames(given, known)}`,
  )
}
