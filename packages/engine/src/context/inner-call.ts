import { UnprocessableError } from '@service/base'
import type { EngineCall } from '../model/model.js'

/** A call made by customer code: neither the caller's scope nor hooks apply. */
export function innerCall(call: EngineCall, callback: string): EngineCall {
  const { timezone, now, signal, caller, watch, callbacks = [] } = call
  if (callbacks.includes(callback)) {
    throw new UnprocessableError(
      `Customizations call each other without end: ${[...callbacks, callback].join(' -> ')}.`,
    )
  }
  return { timezone, now, signal, caller, watch, callbacks: [...callbacks, callback] }
}

/** A call for internal reads on behalf of a caller: within the scope, but without hooks. */
export function lookupCall(call: EngineCall): EngineCall {
  return { ...call, isOuter: false }
}
