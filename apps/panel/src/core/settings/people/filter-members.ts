import { formatPersonName } from '../../text/format-person-name.js'
import type { Member } from './member.js'
import type { MemberFilter } from './member-filter.js'

/**
 * Returns the members that fit a filter, by name.
 *
 * @example
 * filterMembers(members, { search: 'ana support', level: 'user' })
 */
export function filterMembers(
  members: readonly Member[],
  { search = '', level, roleId, teamId, tag }: MemberFilter,
  language = 'en',
): readonly Member[] {
  const words = simplify(search)
    .split(/\s+/)
    .filter(word => word !== '')
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return members
    .filter(
      member =>
        (level === undefined || member.permissionLevel === level) &&
        (roleId === undefined || member.role.id === roleId) &&
        (teamId === undefined || member.teams.some(({ id }) => id === teamId)) &&
        (tag === undefined || listTags(member).some(each => each.includes(tag))) &&
        hasWords(member, words),
    )
    .map(member => ({ member, name: formatPersonName(member) }))
    .sort((a, b) => compare(a.name, b.name) || a.member.id - b.member.id)
    .map(({ member }) => member)
}

/** The keys, and keys with values, of a member's tags. */
const listTags = ({ tags = {} }: Member): readonly (readonly string[])[] =>
  Object.entries(tags).map(([key, value]) => [key, `${key}=${value}`])

function hasWords(member: Member, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { email, username, role, teams } = member
  const text = simplify(
    [
      ...[formatPersonName(member), email, username, role.name],
      ...teams.map(({ name }) => name),
      ...listTags(member).flat(),
    ].join('\n'),
  )
  return words.every(word => text.includes(word))
}

/** Without regard to case and accents. */
const simplify = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The tags that members have, as keys and as keys with values, for a choice. */
export function collectTags(members: readonly Member[]): readonly string[] {
  const tags = new Set(members.flatMap(member => listTags(member).flat()))
  return [...tags].sort((a, b) => a.localeCompare(b))
}

/** The keys of the tags that members have. */
export function collectTagKeys(members: readonly Member[]): readonly string[] {
  const keys = new Set(members.flatMap(({ tags = {} }) => Object.keys(tags)))
  return [...keys].sort((a, b) => a.localeCompare(b))
}

/** The roles that members have, by name, for those who may not list all. */
export function collectRoles(members: readonly Member[]): readonly Member['role'][] {
  const roles = new Map(members.map(({ role }) => [role.id, role]))
  return [...roles.values()].sort((a, b) => a.name.localeCompare(b.name))
}
