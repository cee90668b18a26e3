import { UnprocessableError } from '@service/base'
import type { EngineCall } from '../model/model.js'

/** Code asks as itself: neither the caller's scope nor the hooks of clients apply. */
export function innerCall(call: EngineCall, callback: string): EngineCall {
  const { timezone, now, signal, caller, watch, callbacks = [] } = call
  if (callbacks.includes(callback)) {
    throw new UnprocessableError(
      `Customizations call each other without end: ${[...callbacks, callback].join(' -> ')}.`,
    )
  }
  return { timezone, now, signal, caller, watch, callbacks: [...callbacks, callback] }
}

/** What is looked up on behalf of a caller: within the scope, but no hook is to see it. */
export function lookupCall(call: EngineCall): EngineCall {
  return { ...call, isOuter: false }
}
