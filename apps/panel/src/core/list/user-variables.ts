import type { ColumnType } from '@service/datasource-toolkit'

/**
 * The values of the person who reads, by the names of their variables without braces: `currentUser.email`. A filter keeps the
 * variable, so that a shared address or view means each reader.
 */
export type UserVariables = Readonly<Record<string, string>>

/** How the names of all variables begin. */
export const variablePrefix = 'currentUser.'

/**
 * Returns the variables that a person has in a place.
 *
 * @example
 * listUserVariables(boot.user, { id: 3, name: 'Support' }, { region: 'north' })['currentUser.tags.region'] // 'north'
 */
export function listUserVariables(
  user: {
    readonly id: number
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  },
  team: { readonly id: number; readonly name: string },
  tags: Readonly<Record<string, string>> = {},
): UserVariables {
  const { id, email, firstName, lastName } = user
  const own = {
    email,
    fullName: `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    id: String(id),
    'team.name': team.name,
    'team.id': String(team.id),
  }
  const tagged = Object.entries(tags).map(([name, value]) => [`tags.${name}`, value] as const)
  return Object.fromEntries(
    [...Object.entries(own), ...tagged].map(([name, value]) => [variablePrefix + name, value]),
  )
}

/**
 * Returns the name of the variable that a value is; undefined for any other value.
 *
 * @example
 * readVariable('{{currentUser.email}}') // 'currentUser.email'
 */
export function readVariable(value: unknown): string | undefined {
  if (
    typeof value !== 'string' ||
    !value.startsWith(`{{${variablePrefix}`) ||
    !value.endsWith('}}')
  ) {
    return undefined
  }
  return value.slice(2, -2)
}

/**
 * Returns what a condition is compared with, the variables in it filled in; undefined when the person lacks one of them.
 *
 * @example
 * fillVariables(['{{currentUser.id}}', 3], { 'currentUser.id': '7' }, 'Number') // [7, 3]
 */
export function fillVariables(
  value: unknown,
  variables: UserVariables,
  columnType: ColumnType,
): unknown {
  if (Array.isArray(value)) {
    const filled = value.map(item => fillVariables(item, variables, columnType))
    return filled.includes(undefined) ? undefined : filled
  }
  const name = readVariable(value)
  if (name === undefined) return value
  const own = (Object.hasOwn(variables, name) && variables[name]) || undefined
  return own && columnType === 'Number' && /^\d+$/.test(own) ? Number(own) : own
}
