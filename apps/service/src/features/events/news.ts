import type { PermissionLevel } from '../../store/schema.js'

/** What a trigger announces on the channel `service_people`: the kind of change, and ids. */
export interface News {
  readonly event: PersonEvent | 'session'
  readonly projectId?: number
  readonly environmentId?: number
  readonly teamId?: number
  readonly renderingId?: number
  readonly collectionName?: string
  readonly recordId?: string
  readonly noteId?: number
  readonly approvalId?: number
  /** Concerns only this person. */
  readonly userId?: number
  /** Concerns only people with this role. */
  readonly roleId?: number
  /** The public id of a session that changed. */
  readonly sessionId?: string
}

/** Where a person is a member now. */
export interface Membership {
  readonly level: PermissionLevel
  readonly roleId: number
  readonly teamIds: readonly number[]
  /** Whether the session may access the project: it may require another sign-in. */
  readonly isEntered: boolean
}

/** A person with an open stream. */
export interface Reader {
  readonly userId: number
  readonly sessionId: string
  readonly memberships: ReadonlyMap<number, Membership>
}

/** Who may see an approval, besides Admins. */
export interface ApprovalReaders {
  readonly requesterId: number
  readonly roleIds: readonly number[]
}

/** Which people may read what an event is about. Each row has the rule of the routes that it tells to ask again. */
const rules = {
  mentions: ({ userId }, reader) => userId === reader.userId,
  notes: () => true,
  layout: isInTeam,
  dashboards: isInTeam,
  views: (news, reader, membership) =>
    isInTeam(news, reader, membership) &&
    (news.userId === undefined || news.userId === reader.userId),
  approvals: (_news, { userId }, { level, roleId }, approval) =>
    approval !== undefined &&
    (level === 'admin' || approval.requesterId === userId || approval.roleIds.includes(roleId)),
} satisfies Readonly<Record<string, Rule>>

type Rule = (
  news: News,
  reader: Reader,
  membership: Membership,
  approval: ApprovalReaders | undefined,
) => boolean

/** The events about something that people read. Further ones need a row here and a trigger. */
type ContentEvent = keyof typeof rules
export type PersonEvent = ContentEvent | 'rights'

function isInTeam({ teamId }: News, _reader: Reader, { level, teamIds }: Membership): boolean {
  return teamId !== undefined && (level === 'admin' || teamIds.includes(teamId))
}

/** Whether a person may read what an event is about. */
export function mayReceive(news: News, reader: Reader, approval?: ApprovalReaders): boolean {
  const rule: Rule | undefined = Object.hasOwn(rules, news.event)
    ? rules[news.event as ContentEvent]
    : undefined
  const membership = news.projectId && reader.memberships.get(news.projectId)
  return !!rule && !!membership && membership.isEntered && rule(news, reader, membership, approval)
}

/** Whether a change of sessions, people, members or rights concerns a person. */
export function isAffected(news: News, reader: Reader): boolean {
  if (news.event === 'session') return news.sessionId === reader.sessionId
  if (news.event !== 'rights') return false
  if (news.userId !== undefined) return news.userId === reader.userId
  const membership = reader.memberships.get(news.projectId ?? 0)
  if (!membership) return false
  if (news.roleId !== undefined) return news.roleId === membership.roleId
  return news.teamId === undefined || membership.teamIds.includes(news.teamId)
}

/** Reads the payload of a notification; undefined when it is not one of ours. */
export function parseNews(payload: string): News | undefined {
  try {
    const news = JSON.parse(payload)
    return typeof news?.event === 'string' ? news : undefined
  } catch {
    return undefined
  }
}
