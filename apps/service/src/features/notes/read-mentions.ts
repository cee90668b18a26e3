import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '../../http/access/callers.js'
import { instant } from '../../http/listing/objects.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'

const Named = z.object({ id: z.number(), name: z.string() })

/** A mention of a person in a message. */
export const Mention = z
  .object({
    id: z.number().meta({ description: 'Of the message' }),
    project: Named,
    environment: Named,
    note: z.object({
      id: z.number(),
      title: z.string(),
      collectionName: z.string().nullable(),
      recordId: z.string(),
    }),
    author: z.object({ id: z.number(), username: z.string(), email: z.string() }),
    content: z.string().meta({ description: 'HTML of the message' }),
    createdAt: instant,
    seenAt: instant.nullable(),
  })
  .meta({ id: 'Mention' })
export type Mention = z.output<typeof Mention>

export interface MentionSearch {
  readonly isSeen?: boolean
  /** Continues below this message. */
  readonly beforeId?: number
  readonly limit: number
}

/** Reads the mentions of a person, newest first, in the projects that this sign-in may access now. */
export async function readMentions(
  db: Kysely<Database>,
  person: Person,
  { isSeen, beforeId, limit }: MentionSearch,
): Promise<Mention[]> {
  let query = selectMentions(db, person).limit(limit).where(isEntered(person))
  if (isSeen !== undefined) query = query.where('seen_at', isSeen ? 'is not' : 'is', null)
  if (beforeId !== undefined) query = query.where('message_id', '<', beforeId)
  const rows = await query.execute()
  return rows.map(row => ({
    id: row.message_id,
    project: { id: row.project_id, name: row.project_name },
    environment: { id: row.environment_id, name: row.environment_name },
    note: {
      id: row.note_id,
      title: row.title,
      collectionName: row.collection_name,
      recordId: row.record_id,
    },
    author: { id: row.author_id, username: row.username, email: row.email },
    content: row.content,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }))
}

/** How many mentions a person has not seen. */
export const UnseenMentions = z
  .object({
    count: z.number().int(),
    newestAt: instant
      .nullable()
      .meta({ description: 'When the newest of them was made; null without any' }),
  })
  .meta({ id: 'UnseenMentions' })
export type UnseenMentions = z.output<typeof UnseenMentions>

/** Counts the mentions of a person that they have not seen, in the projects that this sign-in may access. */
export function countUnseenMentions(db: Kysely<Database>, person: Person): Promise<UnseenMentions> {
  return fromUnseenMentions(db, person)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(({ fn }) => fn.max<Instant | null>('mention.created_at').as('newestAt'))
    .executeTakeFirstOrThrow()
}

/** The mentions to mark: by the ids of their messages, or all until an instant. */
export type MentionChoice = { readonly ids: readonly number[] } | { readonly until: Instant }

/** Marks mentions as seen, of those that this sign-in may access. */
export async function markMentionsSeen(
  db: Kysely<Database>,
  person: Person,
  choice: MentionChoice,
): Promise<void> {
  const unseen = fromUnseenMentions(db, person)
  const chosen =
    'ids' in choice
      ? unseen.where('mention.message_id', '=', sql<number>`any(${choice.ids}::bigint[])`)
      : unseen.where('mention.created_at', '<=', choice.until)
  // Rows are locked in one order, so that two requests of a person never wait for each other.
  const locked = chosen
    .select('mention.message_id')
    .orderBy('mention.message_id')
    .forUpdate('mention')
  await db
    .updateTable('note_mentions')
    .set({ seen_at: sql<string>`clock_timestamp()` })
    .where('user_id', '=', person.id)
    .where('message_id', 'in', locked)
    .where('seen_at', 'is', null)
    .execute()
}

const fromUnseenMentions = (db: Kysely<Database>, person: Person) =>
  fromMentions(db, person).where(isEntered(person)).where('seen_at', 'is', null)

/** The mentions of a person in projects of which they are a member. */
function fromMentions(db: Kysely<Database>, person: Person) {
  return db
    .selectFrom('note_mentions as mention')
    .innerJoin('environments', 'environments.id', 'mention.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .innerJoin('members', join =>
      join
        .onRef('members.project_id', '=', 'projects.id')
        .onRef('members.user_id', '=', 'mention.user_id'),
    )
    .leftJoin('sso_connections as sso', 'sso.project_id', 'projects.id')
    .where('mention.user_id', '=', person.id)
    .where('environments.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
}

function selectMentions(db: Kysely<Database>, person: Person) {
  return fromMentions(db, person)
    .innerJoin('note_messages as message', join =>
      join
        .onRef('message.environment_id', '=', 'mention.environment_id')
        .onRef('message.note_id', '=', 'mention.note_id')
        .onRef('message.id', '=', 'mention.message_id'),
    )
    .innerJoin('notes', join =>
      join
        .onRef('notes.environment_id', '=', 'mention.environment_id')
        .onRef('notes.id', '=', 'mention.note_id'),
    )
    .innerJoin('users as author', 'author.id', 'message.user_id')
    .select(['mention.environment_id', 'mention.note_id', 'mention.message_id'])
    .select(['mention.created_at', 'mention.seen_at', 'environments.name as environment_name'])
    .select(['projects.id as project_id', 'projects.name as project_name'])
    .select(['notes.title', 'notes.collection_name', 'notes.record_id'])
    .select(['author.id as author_id', 'author.username', 'author.email', 'message.content'])
    .orderBy('mention.message_id', 'desc')
}

/** The same rules as `checkSso` and `checkTwoFactors`, for many projects in one query. */
function isEntered({ credential }: Person) {
  return credential.kind === 'session' && credential.method === 'sso'
    ? sql<boolean>`projects.id = ${credential.ssoProjectId}`
    : sql<boolean>`not coalesce(sso.is_required, false)
        and (${credential.hasTwoFactors} or not projects.requires_two_factors)`
}
