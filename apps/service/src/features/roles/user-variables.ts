import type { z } from 'zod'
import { type ConditionTree, listLeaves } from './condition-tree.js'

/**
 * The variables that a condition may use about a person and the team they work in. Names are excluded,
 * because people can change their own.
 */
const names: readonly RegExp[] = [
  /^currentUser\.(?:id|email|permissionLevel|roleId)$/,
  /^currentUser\.tags\.[A-Za-z0-9_.-]{1,100}$/,
  /^currentUser\.team\.(?:id|name)$/,
]

/** For messages and the documentation. */
export const userVariables =
  '{{currentUser.id|email|permissionLevel|roleId}}, {{currentUser.tags.<tag>}}, {{currentUser.team.id|name}}'

/** Trees that use no other variables. */
export function withUserVariables(tree: z.ZodType<ConditionTree>): z.ZodType<ConditionTree> {
  return tree.superRefine((root, { addIssue }) => {
    for (const { value } of listLeaves(root)) {
      const problem = findProblem(value)
      if (problem !== undefined) addIssue({ code: 'custom', message: problem })
    }
  })
}

/** A variable must be the value itself: agents do not substitute variables inside lists. */
function findProblem(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    return value.some(item => typeof item === 'string' && item.includes('{{'))
      ? 'must not contain user variables inside a list'
      : undefined
  }
  const refused = typeof value === 'string' ? refusedVariableIn(value) : undefined
  return refused === undefined
    ? undefined
    : `must not contain the user variable '${refused}'. Allowed: ${userVariables}`
}

/** Finds the first variable of a text that is not allowed. An unclosed brace counts as one. */
function refusedVariableIn(text: string): string | undefined {
  const [, ...parts] = text.split('{{')
  for (const part of parts) {
    const end = part.indexOf('}}')
    const name = end < 0 ? part : part.slice(0, end)
    if (end < 0 || !names.some(pattern => pattern.test(name))) return name
  }
  return undefined
}
