import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TakenMail } from '../../mail/queue-mail.js'
import type { Database } from '../../store/schema.js'
import { mayDecide } from '../approvals/approval-rules.js'

/** Where a person works: the parts of an address of the panel. */
export interface NotificationPlace {
  readonly projectName: string
  readonly environmentName: string
  /** The first team of the person; null without one. */
  readonly teamName: string | null
}

/** What a person is told. It contains nothing of a record but its id. */
export type Notification = NotificationPlace &
  (
    | {
        readonly kind: 'mention'
        readonly author: string
        readonly title: string
        readonly collectionName: string | null
        readonly recordId: string
        /** HTML of the message; null where the project requires single sign-on. */
        readonly content: string | null
      }
    | {
        readonly kind: 'approval' | 'decision'
        readonly approvalId: number
        readonly status: string
        /** Who asks, or who decided. */
        readonly author: string
        readonly actionName: string
        readonly collectionName: string
      }
  )

/**
 * Reads what queued notifications are about, as the person may see it now: what was seen, deleted or decided
 * meanwhile is left out, and so is everything of projects that the person has left.
 */
export async function readNotifications(
  db: Kysely<Database>,
  mail: readonly TakenMail[],
): Promise<readonly Notification[]> {
  const select = async (kind: Notification['kind'], rest: RawBuilder<unknown>) => {
    const ids = mail.filter(one => one.kind === kind).map(one => one.id)
    if (ids.length === 0) return []
    const { rows } = await sql<Notification>`${rest} and mail_queue.id = any(${ids}::bigint[])
      order by mail_queue.id`.execute(db)
    return rows.map(row => ({ ...row, kind }))
  }
  return [
    ...(await select('approval', approvalsToDecide)),
    ...(await select('decision', decidedApprovals)),
    ...(await select('mention', unseenMentions)),
  ] as Notification[]
}

const place = sql`projects.name as "projectName", environments.name as "environmentName",
  (select teams.name from team_members join teams on teams.id = team_members.team_id
    where team_members.user_id = mail_queue.user_id and teams.project_id = projects.id
      and teams.deleted_at is null order by teams.id limit 1) as "teamName"`

const fromMail = sql`
  from mail_queue
  join environments on environments.id = mail_queue.environment_id and environments.deleted_at is null
  join projects on projects.id = environments.project_id and projects.deleted_at is null
  join members on members.project_id = projects.id and members.user_id = mail_queue.user_id`

const unseenMentions = sql`
  select ${place}, author.username as author, notes.title, notes.record_id as "recordId",
    notes.collection_name as "collectionName", case when exists (select from sso_connections
      where project_id = projects.id and is_required) then null else message.content end as content
  ${fromMail}
  join note_mentions as mention on mention.environment_id = environments.id
    and mention.user_id = mail_queue.user_id and mention.message_id = mail_queue.subject_id
  join note_messages as message on message.environment_id = mention.environment_id
    and message.note_id = mention.note_id and message.id = mention.message_id
  join notes on notes.environment_id = mention.environment_id and notes.id = mention.note_id
  join users as author on author.id = message.user_id
  where mention.seen_at is null and message.deleted_at is null`

const approval = sql`approvals.id as "approvalId", approvals.status, author.username as author,
  approvals.action_name as "actionName", approvals.collection_name as "collectionName"`

const joinApprovals = sql`join approvals on approvals.environment_id = environments.id
  and approvals.id = mail_queue.subject_id`

const decider = {
  environmentId: sql<number>`environments.id`,
  userId: sql<number>`members.user_id`,
  roleId: sql<number>`members.role_id`,
}

const approvalsToDecide = sql`
  select ${place}, ${approval} ${fromMail} ${joinApprovals}
  join users as author on author.id = approvals.requester_id
  where ${mayDecide(decider)}`

const decidedApprovals = sql`
  select ${place}, ${approval} ${fromMail} ${joinApprovals}
  join users as author on author.id = approvals.decided_by
  where approvals.requester_id = members.user_id`
