import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { readLocalPart } from '../people/create-user.js'
import type { LoggedEnvironment, NewActivityLog } from './new-activity-log.js'

/** The names of author and team at the time of the action. */
export interface Attribution {
  readonly username: string
  readonly email: string
  readonly teamName: string
}

interface Author {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly team_name: string | null
}

/**
 * Finds the names of author and team for each entry, in the same order. Names that the writer sent are stored
 * unchanged, even when they are no longer in use; only missing ones are looked up.
 */
export async function attributeEntries(
  transaction: Transaction<Database>,
  environment: LoggedEnvironment,
  entries: readonly NewActivityLog[],
): Promise<readonly Attribution[]> {
  const incomplete = entries.filter(entry => !isComplete(entry))
  const authors = await findAuthors(transaction, environment, incomplete)
  return entries.map(entry => {
    const author = authors.get(entry.userId)
    const email = entry.userEmail ?? author?.email ?? ''
    return {
      email,
      username: entry.username ?? author?.username ?? nameOfUnknown(entry.userId, email),
      teamName: entry.teamName ?? author?.team_name ?? '',
    }
  })
}

const isComplete = ({ username, userEmail, teamName }: NewActivityLog) =>
  username !== undefined && userEmail !== undefined && teamName !== undefined

const nameOfUnknown = (userId: number, email: string) => readLocalPart(email) || `user ${userId}`

/**
 * Finds current and removed members only: an agent could otherwise learn the names of people in other
 * projects.
 */
async function findAuthors(
  transaction: Transaction<Database>,
  environment: LoggedEnvironment,
  entries: readonly NewActivityLog[],
): Promise<ReadonlyMap<number, Author>> {
  if (entries.length === 0) return new Map()
  const ids = [...new Set(entries.map(entry => entry.userId))]
  const { rows } = await sql<Author>`
    select users.id, users.username, users.email, (
      select teams.name from team_members
      join teams on teams.id = team_members.team_id and teams.deleted_at is null
      where team_members.project_id = ${environment.projectId} and team_members.user_id = users.id
      order by teams.id limit 1) as team_name
    from users
    left join members
      on members.project_id = ${environment.projectId} and members.user_id = users.id
    where users.id = any(${ids}::bigint[]) and (
      members.user_id is not null
      or exists (select from admin_logs
        where project_id = ${environment.projectId} and resource = 'user-project'
          and type = 'remove' and previous_value -> 'user' ->> 'id' = users.id::text))`.execute(
    transaction,
  )
  return new Map(rows.map(row => [row.id, row]))
}
