import { sql, type Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { LoggedEnvironment, NewActivityLog } from './new-activity-log.js'

/** Who did something, as they were called when it was written. */
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

/** Finds the author and the team of each entry, in their order; an error names the first entry that has none. */
export async function attributeEntries(
  transaction: Transaction<Database>,
  environment: LoggedEnvironment,
  entries: readonly NewActivityLog[],
): Promise<readonly Attribution[]> {
  const known = entries.map(knownAttribution)
  if (known.every(attribution => attribution !== undefined)) return known
  const authors = await findAuthors(transaction, environment, entries)
  const teams = await findTeams(transaction, environment, entries)
  return entries.map(({ userId, teamName }, index) => {
    const author = authors.get(userId)
    if (!author) throw refuse(index, 'userId', 'must be somebody who is or was a member')
    if (teamName !== undefined && !teams.has(teamName)) {
      throw refuse(index, 'teamName', 'must be a team of the project')
    }
    const team = teamName ?? author.team_name
    if (team === null) throw refuse(index, 'teamName', 'must be given: the user is in no team')
    return { username: author.username, email: author.email, teamName: team }
  })
}

function knownAttribution({ user, teamName }: NewActivityLog): Attribution | undefined {
  return user && teamName !== undefined ? { ...user, teamName } : undefined
}

/** Members, and those who were: they were removed, or have entries in this log. */
async function findAuthors(
  transaction: Transaction<Database>,
  environment: LoggedEnvironment,
  entries: readonly NewActivityLog[],
): Promise<ReadonlyMap<number, Author>> {
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
          and type = 'remove' and previous_value -> 'user' ->> 'id' = users.id::text)
      or exists (select from activity_logs
        where environment_id = ${environment.id} and user_id = users.id))`.execute(transaction)
  return new Map(rows.map(row => [row.id, row]))
}

async function findTeams(
  transaction: Transaction<Database>,
  environment: LoggedEnvironment,
  entries: readonly NewActivityLog[],
): Promise<ReadonlySet<string>> {
  const names = new Set(entries.flatMap(entry => entry.teamName ?? []))
  if (names.size === 0) return names
  const rows = await transaction
    .selectFrom('teams')
    .select('name')
    .where('project_id', '=', environment.projectId)
    .where('name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute()
  return new Set(rows.map(row => row.name))
}

function refuse(index: number, field: string, rule: string): InvalidRequestError {
  return new InvalidRequestError(`'entries.${index}.${field}' ${rule}.`, 'invalid_body')
}
