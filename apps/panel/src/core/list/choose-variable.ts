import type { ColumnType } from '@service/datasource-toolkit'
import { type UserVariables, variablePrefix } from './user-variables.js'

/**
 * Returns the value that stands for a variable in a filter.
 *
 * @example
 * formatVariable('currentUser.email') // '{{currentUser.email}}'
 */
export const formatVariable = (name: string): string => `{{${name}}}`

const numbers: ReadonlySet<string> = new Set([`${variablePrefix}id`, `${variablePrefix}team.id`])

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
  return fitting.find(each => each === `${variablePrefix}${wanted}`) ?? fitting[0]
}
