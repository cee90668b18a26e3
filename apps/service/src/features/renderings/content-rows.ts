import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'

type ContentTable = 'charts' | 'sql_segments'

/** A team in an environment. */
export interface TeamEnvironment {
  readonly environmentId: number
  readonly teamId: number
}

/** The rows of one kind of content. */
export interface ContentRows<Body extends object, Row> {
  readonly table: ContentTable
  /** Selects the columns of an item, in the order of lists. */
  select(db: Kysely<Database>): SelectQueryBuilder<Database, ContentTable, Row>
  toColumns(body: Body): { readonly name: string }
  /** Turns what was selected into an item. Absent: it is one. */
  toItem?(row: Row): Row
}

/** Lists the content of a team in an environment. */
export async function listRows<Body extends object, Row>(
  rows: ContentRows<Body, Row>,
  db: Kysely<Database>,
  teamEnvironment: TeamEnvironment,
): Promise<Row[]> {
  const found = await selectSeen(rows, db, teamEnvironment).execute()
  return rows.toItem ? found.map(rows.toItem) : found
}

export async function findRow<Body extends object, Row>(
  rows: ContentRows<Body, Row>,
  db: Kysely<Database>,
  teamEnvironment: TeamEnvironment,
  id: number,
): Promise<Row | undefined> {
  const found = await selectSeen(rows, db, teamEnvironment).where('id', '=', id).executeTakeFirst()
  return found && rows.toItem ? rows.toItem(found) : found
}

function selectSeen<Body extends object, Row>(
  { select }: ContentRows<Body, Row>,
  db: Kysely<Database>,
  { environmentId, teamId }: TeamEnvironment,
) {
  return select(db).where('environment_id', '=', environmentId).where('team_id', '=', teamId)
}

/** Inserts a row, or updates the one with this id, and returns the id. */
export async function writeRow<Body extends object, Row>(
  { table, toColumns }: ContentRows<Body, Row>,
  transaction: Transaction<Database>,
  { environmentId, teamId }: TeamEnvironment,
  body: Body,
  id?: number,
): Promise<number> {
  const columns = toColumns(body)
  const written =
    id === undefined
      ? transaction
          .insertInto(table)
          .values({ environment_id: environmentId, team_id: teamId, ...columns })
          .returning('id')
      : transaction
          .updateTable(table)
          .set({ ...columns, updated_at: sql<Instant>`clock_timestamp()` })
          .where('environment_id', '=', environmentId)
          .where('id', '=', id)
          .returning('id')
  return (await written.executeTakeFirstOrThrow()).id
}

export async function removeRow<Body extends object, Row>(
  { table }: ContentRows<Body, Row>,
  transaction: Transaction<Database>,
  { environmentId }: TeamEnvironment,
  id: number,
): Promise<void> {
  await transaction
    .deleteFrom(table)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
}
