import { ValidationError } from '@service/base'
import { checkDepth } from '../gateway/check-depth.js'
import { splitAtVariables, substitute } from '../gateway/variables.js'

type Json = Readonly<Record<string, unknown>>
type ReadVariable = (name: string) => unknown

/** The variables of a dashboard. Only they can be null, which stands for any value. */
const dashboardVariable = /^(range|filters)\./

/**
 * Fills the variables of a definition in. A condition on a dashboard variable that is null restricts
 * nothing.
 */
export function fillIn({ contextVariables: _, ...definition }: Json, read: ReadVariable): Json {
  const isAny = (name: string) => dashboardVariable.test(name) && read(name) === null
  const readText = (name: string) => {
    const value = read(name)
    return value === undefined || value === null || typeof value === 'object'
      ? undefined
      : String(value)
  }
  const restricted = { ...definition }
  for (const key of ['filter', 'filters']) {
    if (isObject(restricted[key])) restricted[key] = dropUnrestricted(restricted[key], isAny, 0)
  }
  return substitute(restricted, readText, name => {
    throw new ValidationError(`No value was given for {{${name}}}.`)
  }) as Json
}

const previousVariable = 'range.previous.'

/**
 * Reads variables as for the range before the current one; undefined when the client sent none, or the
 * definition does not depend on a range.
 */
export function readPreviousRange(definition: Json, read: ReadVariable): ReadVariable | undefined {
  const hasRange = /\{\{\s*range\./.test(JSON.stringify(definition))
  if (!hasRange || typeof read(`${previousVariable}from`) !== 'string') return undefined
  return name => read(name.replace(/^range\./, previousVariable))
}

/** The tree without the conditions that are always true; null when nothing is left. */
function dropUnrestricted(
  tree: Json,
  isAny: (name: string) => boolean,
  depth: number,
): Json | null {
  checkDepth(depth)
  if (!Array.isArray(tree.conditions)) return namesAny(tree.value, isAny) ? null : tree
  const conditions = tree.conditions.map(condition =>
    isObject(condition) ? dropUnrestricted(condition, isAny, depth + 1) : condition,
  )
  const left = conditions.filter(condition => condition !== null)
  // An OR with a condition that is always true is true itself.
  const isOr = String(tree.aggregator).toLowerCase() === 'or'
  if (left.length === conditions.length) return { ...tree, conditions }
  return isOr || left.length === 0 ? null : { ...tree, conditions: left }
}

function namesAny(value: unknown, isAny: (name: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some(item => namesAny(item, isAny))
  return typeof value === 'string' && splitAtVariables(value).names.some(isAny)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
