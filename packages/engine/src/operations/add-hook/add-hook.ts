import { knownNames, ValidationError } from '@service/base'
import {
  type Hook,
  type HookContext,
  type HookPosition,
  type HookType,
  hookPositions,
  hookTypes,
} from '../../hooks/hook-contexts.js'
import type { Additions, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddHook<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Runs code before or after what clients ask: in the order the hooks were added, and not for
   * what code itself asks. A hook that throws ends the request. `List` hooks also run for single
   * records, related lists and exports; an export runs `After` once for each of its chunks.
   *
   * @example
   * orders.addHook('Before', 'Update', context => {
   *   if (context.patch.status === 'paid') context.patch.paidAt = new Date().toISOString()
   * })
   */
  addHook<const P extends HookPosition, const T extends HookType>(
    position: P,
    type: T,
    handler: (context: HookContext<P, T, S, N, A>) => unknown,
  ): CollectionCustomizer<S, N, A>
}

export const addHook = defineOperation(
  'addHook',
  (collection, position: HookPosition, type: HookType, handler: Hook<HookPosition, HookType>) => {
    assertOneOf('position', position, hookPositions)
    assertOneOf('type', type, hookTypes)
    if (typeof handler !== 'function') {
      throw new ValidationError(`The hook ${position} ${type} needs a function.`)
    }
    const known = collection.hooks?.[type] ?? { Before: [], After: [] }
    const pair = { ...known, [position]: [...known[position], handler] }
    collection.hooks = { ...collection.hooks, [type]: pair }
  },
)

function assertOneOf(what: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return
  throw new ValidationError(
    `'${given}' is no ${what} of a hook. There are: ${knownNames(given, known)}`,
  )
}
