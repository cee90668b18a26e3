import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { TaggedLayout } from './layout.js'

/** The tag of a row of `layouts`, which is null when a join found none. */
export const layoutTag: RawBuilder<string> = sql<string>`coalesce(md5(layouts.layout::text), 'none')`

/** Reads the layout of a team in an environment. */
export async function readLayout(
  db: Kysely<Database>,
  { environmentId, teamId }: { readonly environmentId: number; readonly teamId: number },
): Promise<TaggedLayout> {
  const row = await db
    .selectFrom('layouts')
    .select(['layout', layoutTag.as('tag')])
    .where('environment_id', '=', environmentId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ?? { tag: 'none', layout: null }
}
