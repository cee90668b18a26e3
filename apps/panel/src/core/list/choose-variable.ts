import type { ColumnType } from '@service/datasource-toolkit'
import { variablePrefix } from './user-variables.js'

/**
 * Returns the value that stands for a variable in a filter.
 *
 * @example
 * formatVariable('currentUser.email') // '{{currentUser.email}}'
 */
export const formatVariable = (name: string): string => `{{${name}}}`

const numbers: ReadonlySet<string> = new Set([
  `${variablePrefix}id`,
  `${variablePrefix}roleId`,
  `${variablePrefix}team.id`,
])

const tagPrefix = `${variablePrefix}tags.`

/**
 * Lists the variables that a column can be compared with: numbers for numbers, texts and numbers for texts. Tags are what
 * administrators write in them.
 *
 * @example
 * listFittingVariables('Number', ['currentUser.id', 'currentUser.email']) // ['currentUser.id']
 */
export function listFittingVariables(
  columnType: ColumnType,
  names: readonly string[],
): readonly string[] {
  if (columnType === 'String' || columnType === 'Enum') return names
  const isTag = (name: string) => name.startsWith(tagPrefix)
  if (columnType === 'Uuid') return names.filter(isTag)
  if (columnType !== 'Number') return []
  return names.filter(name => numbers.has(name) || isTag(name))
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
 * guessVariable({ name: 'owner_email', columnType: 'String' }, names) // 'currentUser.email'
 */
export function guessVariable(
  { name, columnType }: { readonly name: string; readonly columnType: ColumnType },
  names: readonly string[],
): string | undefined {
  const fitting = listFittingVariables(columnType, names)
  const tag = `${tagPrefix}${name}`
  if (fitting.includes(tag)) return tag
  const wanted = guesses.find(([pattern]) => pattern.test(name))?.[1]
  return fitting.find(each => each === `${variablePrefix}${wanted}`) ?? fitting[0]
}
