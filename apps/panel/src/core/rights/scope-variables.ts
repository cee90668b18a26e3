import { type UserVariables, variablePrefix } from '../list/user-variables.js'

/** A person whose values fill the variables of a condition. */
export interface VariablePerson {
  readonly id: number
  readonly email: string
  readonly permissionLevel: string
  readonly role: { readonly id: number }
  readonly tags?: Readonly<Record<string, string>>
}

/**
 * Lists the variables that conditions of scopes and rights may use. Names of people are not among
 * them: people can change their own.
 *
 * @example
 * listScopeVariableNames(['region']) // ['currentUser.email', …, 'currentUser.tags.region']
 */
export function listScopeVariableNames(tags: readonly string[]): readonly string[] {
  const own = ['email', 'id', 'permissionLevel', 'roleId', 'team.name', 'team.id']
  return [...own, ...tags.map(tag => `tags.${tag}`)].map(name => `${variablePrefix}${name}`)
}

/**
 * Returns the values that these variables have for a person in a team.
 *
 * @example
 * fillScopeVariables(ana, { id: 3, name: 'Support' })['currentUser.tags.region'] // 'north'
 */
export function fillScopeVariables(
  { id, email, permissionLevel, role, tags = {} }: VariablePerson,
  team: { readonly id: number; readonly name: string },
): UserVariables {
  const own = {
    ...{ email, id: String(id), permissionLevel, roleId: String(role.id) },
    ...{ 'team.name': team.name, 'team.id': String(team.id) },
  }
  const tagged = Object.entries(tags).map(([name, value]) => [`tags.${name}`, value] as const)
  return Object.fromEntries(
    [...Object.entries(own), ...tagged].map(([name, value]) => [`${variablePrefix}${name}`, value]),
  )
}

/**
 * Lists the names of all tags that people have.
 *
 * @example
 * listTagNames(people) // ['country', 'region']
 */
export function listTagNames(people: readonly VariablePerson[]): readonly string[] {
  return [...new Set(people.flatMap(({ tags = {} }) => Object.keys(tags)))].sort()
}
