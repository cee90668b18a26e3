import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../store/schema.js'

/** What a person wants to be told by mail. */
export const MailSettings = z.object({
  mentions: z.boolean().meta({ description: 'Somebody mentions you in a note' }),
  approvals: z.boolean().meta({ description: 'A request waits for your decision' }),
  decisions: z.boolean().meta({ description: 'Somebody decided on your request' }),
})
export type MailSettings = z.output<typeof MailSettings>

const nothing: MailSettings = { mentions: false, approvals: false, decisions: false }

/** Reads what a person wants to be told by mail: nothing, until they change it. */
export async function readMailSettings(
  db: Kysely<Database>,
  userId: number,
): Promise<MailSettings> {
  const row = await db
    .selectFrom('mail_settings')
    .select(['mentions', 'approvals', 'decisions'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? nothing
}

/** Changes what a person wants to be told by mail. What is absent stays. */
export async function changeMailSettings(
  db: Kysely<Database>,
  userId: number,
  change: Partial<MailSettings>,
): Promise<MailSettings> {
  return db
    .insertInto('mail_settings')
    .values({ user_id: userId, ...nothing, ...change })
    .onConflict(conflict =>
      // Assigns a column to itself when nothing is to change, so that the row is returned.
      conflict.column('user_id').doUpdateSet({ user_id: userId, ...change }),
    )
    .returning(['mentions', 'approvals', 'decisions'])
    .executeTakeFirstOrThrow()
}

/** Switches everything off. */
export async function unsubscribe(db: Kysely<Database>, userId: number): Promise<void> {
  await db.updateTable('mail_settings').set(nothing).where('user_id', '=', userId).execute()
}
