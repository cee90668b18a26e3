import type { ColumnType } from '@service/datasource-toolkit'

/**
 * The values of the person who reads, by the names of their variables without braces: `currentUser.email`. A filter keeps the
 * variable, so that a shared address or view means each reader.
 */
export type UserVariables = Readonly<Record<string, string>>

/** The parts of the names of variables that begin alike. */
const prefix = 'currentUser.'

/**
 * Returns the variables that a person has in a place.
 *
 * @example
 * listUserVariables({ id: 7, email: 'ana@example.com', firstName: 'Ana', lastName: 'Silva' }, { id: 3, name: 'Support' })
 */
export function listUserVariables(
  user: {
    readonly id: number
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  },
  team: { readonly id: number; readonly name: string },
): UserVariables {
  const { id, email, firstName, lastName } = user
  return {
    [`${prefix}email`]: email,
    [`${prefix}fullName`]: `${firstName} ${lastName}`.trim(),
    [`${prefix}firstName`]: firstName,
    [`${prefix}lastName`]: lastName,
    [`${prefix}id`]: String(id),
    [`${prefix}team.name`]: team.name,
    [`${prefix}team.id`]: String(team.id),
  }
}

/**
 * Returns the name of the variable that a value is; undefined for any other value.
 *
 * @example
 * readVariable('{{currentUser.email}}') // 'currentUser.email'
 */
export function readVariable(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(`{{${prefix}`) || !value.endsWith('}}')) {
    return undefined
  }
  return value.slice(2, -2)
}

/**
 * Returns the value that stands for a variable in a filter.
 *
 * @example
 * formatVariable('currentUser.email') // '{{currentUser.email}}'
 */
export const formatVariable = (name: string): string => `{{${name}}}`

/** A variable that the person does not have. */
export class UnknownVariableError extends Error {
  override readonly name = 'UnknownVariableError'
}

/**
 * Returns what a condition is compared with, the variables in it filled in. Throws for one that the person does not have.
 *
 * @example
 * fillVariables(['{{currentUser.id}}', 3], { 'currentUser.id': '7' }, 'Number') // [7, 3]
 */
export function fillVariables(
  value: unknown,
  variables: UserVariables,
  columnType: ColumnType,
): unknown {
  if (Array.isArray(value)) return value.map(item => fillVariables(item, variables, columnType))
  const name = readVariable(value)
  if (name === undefined) return value
  const own = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (own === undefined || own === '') throw new UnknownVariableError(name)
  const isNumber = columnType === 'Number' && /^\d+$/.test(own)
  return isNumber ? Number(own) : own
}

const numbers: ReadonlySet<string> = new Set([`${prefix}id`, `${prefix}team.id`])

/**
 * Lists the variables that a column can be compared with: numbers for numbers, texts and numbers for texts.
 *
 * @example
 * listFittingVariables('Number', variables) // ['currentUser.id', 'currentUser.team.id']
 */
export function listFittingVariables(
  columnType: ColumnType,
  variables: UserVariables,
): readonly string[] {
  const own = Object.keys(variables).filter(name => variables[name] !== '')
  if (columnType === 'Number') return own.filter(name => numbers.has(name))
  return columnType === 'String' ? own : []
}

const guesses: readonly (readonly [name: RegExp, variable: string])[] = [
  [/mail/i, 'email'],
  [/first|given/i, 'firstName'],
  [/last|family|surname/i, 'lastName'],
  [/team/i, 'team.name'],
  [/name|owner|author|assignee|person|agent/i, 'fullName'],
]

/**
 * Guesses which variable a person means by "me" in a condition on a column; undefined when none fits.
 *
 * @example
 * guessVariable({ name: 'owner_email', columnType: 'String' }, variables) // 'currentUser.email'
 */
export function guessVariable(
  { name, columnType }: { readonly name: string; readonly columnType: ColumnType },
  variables: UserVariables,
): string | undefined {
  const fitting = listFittingVariables(columnType, variables)
  const wanted = guesses.find(([pattern]) => pattern.test(name))?.[1]
  return fitting.find(each => each === `${prefix}${wanted}`) ?? fitting[0]
}
