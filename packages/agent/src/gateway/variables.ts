import type { Rendering, ServiceUser } from '@service/service-client'
import { checkDepth } from './check-depth.js'

const placeholder = /\{\{([^{}]*)\}\}/g

/** Looks up a variable by its path without braces. */
export type ReadVariable = (name: string) => string | undefined

/** The variables of a signed-in user: `currentUser.id`, `currentUser.tags.x`, `currentUser.team.name`. */
export function userVariables(user: ServiceUser, rendering: Rendering): ReadVariable {
  const fields: Readonly<Record<string, string | number>> = {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    fullName: `${user.firstName} ${user.lastName}`,
    permissionLevel: user.permissionLevel,
    roleId: user.roleId,
  }
  const groups: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    'currentUser.tags.': user.tags,
    'currentUser.team.': rendering.team,
    'currentUser.': fields,
  }
  return name => {
    for (const [prefix, values] of Object.entries(groups)) {
      if (name.startsWith(prefix)) return ownText(values, name.slice(prefix.length))
    }
    return undefined
  }
}

function ownText(values: object, key: string): string | undefined {
  if (!Object.hasOwn(values, key)) return undefined
  const value = (values as Record<string, unknown>)[key]
  return value === undefined || value === null ? undefined : String(value)
}

/** Replaces `{{name}}` in every string of a JSON value; `onUnknown` handles unknown names. */
export function substitute(
  value: unknown,
  readVariable: ReadVariable,
  onUnknown: (name: string) => never,
  depth = 0,
): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{{')) return value
    return value.replace(placeholder, (_, name: string) => {
      return readVariable(name.trim()) ?? onUnknown(name.trim())
    })
  }
  if (typeof value !== 'object' || value === null) return value
  checkDepth(depth)
  const inner = (item: unknown) => substitute(item, readVariable, onUnknown, depth + 1)
  if (Array.isArray(value)) return value.map(inner)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]))
}

/** Splits a text at its variables: `texts` has one element more than `names`. */
export function splitAtVariables(text: string): { texts: string[]; names: string[] } {
  const parts = text.split(placeholder)
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    names: parts.filter((_, index) => index % 2 === 1).map(name => name.trim()),
  }
}
