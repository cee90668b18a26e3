import type { PermissionLevel } from '../has-level.js'
import { isLastAdmin, type Member, type MemberChange, type Tags } from './member.js'
import { tagLimit } from './tag-rows.js'

/** All that an admin sets of one member. */
export type MemberSettings = Required<MemberChange>

/** What of a member differs from what it should be; undefined when nothing does. */
export function findMemberChange(
  { permissionLevel, role, teams, tags = {} }: Member,
  wanted: MemberSettings,
): MemberChange | undefined {
  const teamIds = teams.map(({ id }) => id)
  const change: MemberChange = {
    ...(wanted.permissionLevel !== permissionLevel && { permissionLevel: wanted.permissionLevel }),
    ...(wanted.roleId !== role.id && { roleId: wanted.roleId }),
    ...(!isSameSet(wanted.teamIds, teamIds) && { teamIds: wanted.teamIds }),
    ...(!isSameTags(wanted.tags, tags) && { tags: wanted.tags }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

const isSameSet = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every(id => b.includes(id))

function isSameTags(a: Tags, b: Tags): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => a[key] === b[key])
}

/** One change for several members. */
export interface GroupChange {
  readonly permissionLevel?: PermissionLevel | undefined
  readonly roleId?: number | undefined
  readonly addedTeamIds: readonly number[]
  readonly removedTeamIds: readonly number[]
  readonly addedTags: Tags
  readonly removedTags: readonly string[]
}

type GroupRefusal = 'lastAdmin' | 'noTeam' | 'tooManyTags'

/** What a change does to each of several members. */
export interface GroupPlan {
  readonly changes: readonly { readonly member: Member; readonly change: MemberChange }[]
  /** Those who are like that already. */
  readonly unchanged: readonly Member[]
  readonly refused: readonly { readonly member: Member; readonly reason: GroupRefusal }[]
}

/**
 * Plans one change for several members: who changes, who is like that already, and for whom the service
 * would refuse it.
 *
 * @example
 * planGroupChange(members, chosen, { roleId: 3, addedTeamIds: [], removedTeamIds: [], addedTags: {}, removedTags: [] })
 */
export function planGroupChange(
  members: readonly Member[],
  chosen: readonly Member[],
  group: GroupChange,
): GroupPlan {
  const changes: { member: Member; change: MemberChange }[] = []
  const unchanged: Member[] = []
  const refused: { member: Member; reason: GroupRefusal }[] = []
  /** As they are after the changes so far: of two admins, one stays. */
  let current = members
  for (const member of chosen) {
    const wanted = applyGroupChange(member, group)
    const change = findMemberChange(member, wanted)
    const reason = change && findRefusal(current, member, wanted)
    if (!change) unchanged.push(member)
    else if (reason) refused.push({ member, reason })
    else {
      changes.push({ member, change })
      current = current.map(each =>
        each.id === member.id ? { ...each, permissionLevel: wanted.permissionLevel } : each,
      )
    }
  }
  return { changes, unchanged, refused }
}

function applyGroupChange(
  { permissionLevel, role, teams, tags = {} }: Member,
  group: GroupChange,
): MemberSettings {
  const kept = teams.map(({ id }) => id).filter(id => !group.removedTeamIds.includes(id))
  const keptTags = Object.entries(tags).filter(([key]) => !group.removedTags.includes(key))
  return {
    permissionLevel: group.permissionLevel ?? permissionLevel,
    roleId: group.roleId ?? role.id,
    teamIds: [...new Set([...kept, ...group.addedTeamIds])],
    tags: { ...Object.fromEntries(keptTags), ...group.addedTags },
  }
}

function findRefusal(
  members: readonly Member[],
  member: Member,
  { permissionLevel, teamIds, tags }: MemberSettings,
): GroupRefusal | undefined {
  if (permissionLevel !== 'admin' && isLastAdmin(members, member)) return 'lastAdmin'
  if (teamIds.length === 0) return 'noTeam'
  return Object.keys(tags).length > tagLimit ? 'tooManyTags' : undefined
}
