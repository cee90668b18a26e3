import { isObject, parseJson } from '@service/base'
import type * as z from 'zod'
import { InvalidArgumentsError } from './errors.js'

/** Parses the arguments of a call. Values other than text may be given as JSON text, as models often do. */
export function parseArguments<Input extends z.ZodObject>(
  input: Input,
  given: unknown,
): z.output<Input> {
  const { success, data, error } = input.safeParse(readTexts(input, given ?? {}))
  if (success) return data
  throw new InvalidArgumentsError(`Invalid arguments: ${error.issues.map(explain).join(' ')}`)

  function explain(issue: z.core.$ZodIssue): string {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
      const known = Object.keys(input.shape).join(', ')
      return `No argument '${issue.keys.join("', '")}'. There are: ${known}.`
    }
    const location = issue.path.join('.')
    return location === '' ? `${describeIssue(issue)}.` : `'${location}': ${describeIssue(issue)}.`
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const expected = issue.errors.flat().flatMap(each => ('expected' in each ? each.expected : []))
    if (expected.length > 0) return `expected ${[...new Set(expected)].join(' or ')}`
  }
  return issue.message.replace(/^Invalid input: /, '').replace(', received undefined', ' (missing)')
}

function readTexts(input: z.ZodObject, given: unknown): unknown {
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const type = Object.hasOwn(input.shape, name) ? (input.shape[name] as z.ZodType) : undefined
      const isText = typeof value === 'string' && type && !type.safeParse(value).success
      return [name, isText ? parseJson(value, value) : value]
    }),
  )
}
