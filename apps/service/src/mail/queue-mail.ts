import { type Kysely, type RawBuilder, sql } from 'kysely'
import { randomHex } from '../secrets/token-format.js'
import type { Instant } from '../store/instant.js'
import type { Database, MailKind } from '../store/schema.js'

/** The mail about an account: each is sent at once and for itself. */
type AccountMailKind = Extract<MailKind, 'reset-password' | 'verify-email' | 'email-changed'>

/** The mail that people can switch on. What comes together is sent in one message. */
const notificationKinds = ['mention', 'approval', 'decision'] as const
type NotificationKind = (typeof notificationKinds)[number]

/** Seconds in which further notifications join the first one. */
const JOIN_SECONDS = 5
/** Minutes between two messages with notifications to a person. */
const PAUSE_MINUTES = 5

/** Queues mail about an account. Call `wake` of the mail worker after the commit, so that it is sent at once. */
export async function queueAccountMail(
  db: Kysely<Database>,
  mail: {
    readonly kind: AccountMailKind
    readonly userId: number
    /** Absent: the e-mail address of the account when it is sent. */
    readonly recipient?: string
  },
): Promise<void> {
  await db
    .insertInto('mail_queue')
    .values({
      user_id: mail.userId,
      kind: mail.kind,
      key: `${mail.kind}:${randomHex(24)}`,
      recipient: mail.recipient ?? null,
    })
    .execute()
}

/** What a notification is about: a message of a note, or an approval. */
export interface NotificationSubject {
  readonly kind: NotificationKind
  readonly environmentId: number
  readonly subjectId: number
}

const settingColumns = {
  mention: 'mentions',
  approval: 'approvals',
  decision: 'decisions',
} as const

/**
 * Queues a notification for those of `userIds` who want it, once for each. It is part of the transaction of
 * what it is about, so both happen or neither. It locks nothing.
 */
export async function queueNotifications(
  db: Kysely<Database>,
  { kind, environmentId, subjectId }: NotificationSubject,
  userIds: RawBuilder<unknown>,
): Promise<void> {
  const wanted = sql.ref(`settings.${settingColumns[kind]}`)
  await sql`
    insert into mail_queue (user_id, kind, key, environment_id, subject_id, next_at)
    select users.id, ${kind}, ${`${kind}:${environmentId}:${subjectId}`}, ${environmentId}, ${subjectId},
      greatest(clock_timestamp() + ${JOIN_SECONDS} * interval '1 second', (
        select max(done_at) + ${PAUSE_MINUTES} * interval '1 minute' from mail_queue as earlier
        where earlier.user_id = users.id and earlier.outcome = 'sent'
          and earlier.kind = any(${[...notificationKinds]}::text[])))
    from users join mail_settings as settings on settings.user_id = users.id and ${wanted}
    where users.id in (${userIds}) and users.disabled_at is null
      and users.unverified_in_project_id is null
    on conflict do nothing`.execute(db)
}

/** Mail that this instance sends now. */
export interface TakenMail {
  readonly id: number
  readonly userId: number
  readonly kind: MailKind
  readonly environmentId: number | null
  readonly subjectId: number | null
  readonly recipient: string | null
}

/** Notifications in one message. */
const BATCH = 500
/** Seconds until the second attempt. Each further pause is twice as long, up to an hour. */
const FIRST_PAUSE = 60
const MAX_PAUSE = 3_600

/**
 * Takes the longest-waiting mail and, when it is a notification, what else waits for that person. Of several
 * instances one gets it. It becomes due again after a pause, which is longer than sending may take: so an
 * instance that fails or dies has to do nothing for the next attempt.
 */
export async function takeMail(db: Kysely<Database>): Promise<readonly TakenMail[]> {
  const kinds = sql`any(${[...notificationKinds]}::text[])`
  const { rows } = await sql<TakenMail>`
    with first as (
      select id, user_id, kind from mail_queue
      where done_at is null and next_at <= clock_timestamp()
      order by next_at limit 1 for update skip locked
    ), batch as (
      select mail_queue.id from mail_queue, first
      where mail_queue.done_at is null and mail_queue.user_id = first.user_id
        and (mail_queue.id = first.id or (first.kind = ${kinds} and mail_queue.kind = ${kinds}
          and (mail_queue.attempts = 0 or mail_queue.next_at <= clock_timestamp())))
      order by mail_queue.id limit ${BATCH} for update of mail_queue skip locked
    )
    update mail_queue set attempts = attempts + 1, next_at = clock_timestamp()
      + least(${FIRST_PAUSE} * 2 ^ least(attempts, 10), ${MAX_PAUSE}) * interval '1 second'
    from batch where mail_queue.id = batch.id
    returning mail_queue.id, mail_queue.user_id as "userId", mail_queue.kind,
      mail_queue.environment_id as "environmentId", mail_queue.subject_id as "subjectId",
      mail_queue.recipient`.execute(db)
  return [...rows].sort((one, other) => one.id - other.id)
}

/** Records that mail was sent, or that there was nothing to send any more. */
export async function endMail(
  db: Kysely<Database>,
  mail: readonly TakenMail[],
  outcome: 'sent' | 'skipped',
): Promise<void> {
  await db
    .updateTable('mail_queue')
    .set({ done_at: sql<Instant>`clock_timestamp()`, outcome })
    .where('id', '=', sql<number>`any(${mail.map(({ id }) => id)}::bigint[])`)
    .execute()
}

/** Gives up what could not be sent within a day. Returns the kinds, one for each mail. */
export async function giveUpOldMail(db: Kysely<Database>): Promise<readonly MailKind[]> {
  const rows = await db
    .updateTable('mail_queue')
    .set({ done_at: sql<Instant>`clock_timestamp()`, outcome: 'given_up' })
    .where('done_at', 'is', null)
    .where('next_at', '<=', sql<Instant>`clock_timestamp()`)
    .where('created_at', '<', sql<Instant>`clock_timestamp() - interval '1 day'`)
    .returning('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}
