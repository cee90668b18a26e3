import { formatPersonName } from '../text/format-person-name.js'

/** A member of a project. */
export interface ProjectMember {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly role: { readonly id: number; readonly name: string }
  readonly teams: readonly { readonly id: number; readonly name: string }[]
}

/** A role that may approve, and who has it. */
export interface ApproverRole {
  readonly role: string
  readonly people: readonly string[]
}

/**
 * Returns the roles that may approve, with the names of their people. Roles that nobody has are left
 * out: the names of roles are known by their people.
 *
 * @example
 * groupApprovers([1], people) // [{ role: 'Manager', people: ['Ana Costa'] }]
 */
export function groupApprovers(
  roleIds: readonly number[],
  members: readonly ProjectMember[],
): readonly ApproverRole[] {
  return roleIds.flatMap(id => {
    const holders = members.filter(({ role }) => role.id === id)
    const [first] = holders
    return first ? [{ role: first.role.name, people: holders.map(formatPersonName) }] : []
  })
}
