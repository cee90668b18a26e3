import { type PermissionLevel, permissionLevels } from '../has-level.js'

/** Which members to show; absent parts do not limit. */
export interface MemberFilter {
  /** Words that a name, address, role, team or tag contains, all of them. */
  readonly search?: string
  readonly level?: PermissionLevel
  readonly roleId?: number
  readonly teamId?: number
  /** A key, or a key with its value: `country`, `country=FR`. */
  readonly tag?: string
}

/** Reads a filter from the parameters of an address. What it does not know, it leaves out. */
export function parseMemberFilter({
  q,
  level,
  role,
  team,
  tag,
}: Readonly<Record<string, string | undefined>>): MemberFilter {
  const knownLevel = permissionLevels.find(each => each === level)
  return {
    ...(q && { search: q }),
    ...(knownLevel && { level: knownLevel }),
    ...(isId(role) && { roleId: Number(role) }),
    ...(isId(team) && { teamId: Number(team) }),
    ...(tag && { tag }),
  }
}

/**
 * Writes a filter as parameters of an address, the inverse of `parseMemberFilter`.
 *
 * @example
 * formatMemberFilter({ search: 'ana', teamId: 3 }) // { q: 'ana', team: '3' }
 */
export function formatMemberFilter({
  search,
  level,
  roleId,
  teamId,
  tag,
}: MemberFilter): Readonly<Record<string, string>> {
  return {
    ...(search && { q: search }),
    ...(level && { level }),
    ...(roleId !== undefined && { role: String(roleId) }),
    ...(teamId !== undefined && { team: String(teamId) }),
    ...(tag && { tag }),
  }
}

const isId = (text: string | undefined): boolean => /^[1-9]\d{0,14}$/.test(text ?? '')
