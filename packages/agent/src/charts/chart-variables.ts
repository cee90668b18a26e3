import { ValidationError } from '@service/base'
import type { Access } from '../gateway/access.js'

/**
 * Looks up chart variables: those of the user first, then those the client sent, so that a client
 * cannot override the user's values.
 */
export function chartVariables(
  access: Access,
  body: Readonly<Record<string, unknown>>,
): (name: string) => unknown {
  const sent = body.contextVariables ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) {
    throw new ValidationError("'contextVariables' must be an object of values by name.")
  }
  return name => (name.startsWith('currentUser.') ? access.variable(name) : ownValue(sent, name))
}

function ownValue(values: object, name: string): unknown {
  return Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined
}
