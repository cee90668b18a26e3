import { sql, type Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Member, Project, TokenBearer } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import type { NoteDraft, NoteWriter } from './note-writing.js'

/** The person who created a token is the author of what is written with it. */
export async function findTokenWriter(
  transaction: Transaction<Database>,
  token: TokenBearer,
): Promise<NoteWriter> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', token.userId)
    .executeTakeFirstOrThrow()
  return { ...user, isAdmin: TOKENS_ARE_OF_ADMINS }
}

/** Tokens of other people were rejected before. */
const TOKENS_ARE_OF_ADMINS = true

/** Also finds the team of a new note: the given one, or the author's first. */
export async function findTokenAuthor(
  transaction: Transaction<Database>,
  project: Project,
  token: TokenBearer,
  teamName: string | undefined,
): Promise<{ readonly writer: NoteWriter; readonly team: NoteDraft['team'] }> {
  const teamId =
    teamName === undefined
      ? sql<number>`(select min(team_id) from team_members
          join teams on teams.id = team_id and teams.deleted_at is null
          where team_members.project_id = ${project.id} and user_id = ${token.userId})`
      : sql<number>`(select id from teams
          where project_id = ${project.id} and name = ${teamName} and deleted_at is null)`
  const row = await transaction
    .selectFrom('users')
    .leftJoin('teams', join => join.on('teams.id', '=', teamId))
    .select(['users.id', 'users.username', 'users.email'])
    .select(['teams.id as team_id', 'teams.name as team_name'])
    .where('users.id', '=', token.userId)
    .executeTakeFirstOrThrow()
  const { id, username, email, team_id, team_name } = row
  if (team_id === null || team_name === null) throw noTeam(teamName)
  return {
    writer: { id, username, email, isAdmin: TOKENS_ARE_OF_ADMINS },
    team: { id: team_id, name: team_name },
  }
}

const noTeam = (name: string | undefined) =>
  new InvalidRequestError(
    name === undefined
      ? "'teamName' is required: the person who created the token is not in a team."
      : `'teamName' must be a team of the project; there is no '${name}'.`,
    'invalid_body',
  )

/** The team of a note written in the panel: the given one, which must be the member's own, or their first. */
export async function findOwnTeam(
  transaction: Transaction<Database>,
  member: Member,
  teamId: number | undefined,
): Promise<NoteDraft['team']> {
  const ids = teamId === undefined ? member.teamIds : member.teamIds.filter(id => id === teamId)
  const team =
    ids.length > 0 &&
    (await transaction
      .selectFrom('teams')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst())
  if (team) return team
  throw new InvalidRequestError(
    teamId === undefined
      ? 'You are not in a team of this project, and notes and approvals need one. Ask an admin to add you to a team.'
      : "'teamId' must be one of your teams in this project.",
    'invalid_body',
  )
}
