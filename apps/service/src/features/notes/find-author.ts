import type { Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Member, Project, TokenBearer } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import type { NoteDraft, NoteWriter } from './write-notes.js'

/** The person who made a token: the author of what is written with it. */
export async function findTokenWriter(
  transaction: Transaction<Database>,
  token: TokenBearer,
): Promise<NoteWriter> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', token.userId)
    .executeTakeFirstOrThrow()
  // Tokens of people who are not admins are refused before.
  return { ...user, isAdmin: true }
}

/** The team a note of the public API belongs to: the one named, or the first of its author. */
export async function findNamedTeam(
  transaction: Transaction<Database>,
  project: Project,
  userId: number,
  teamName: string | undefined,
): Promise<NoteDraft['team']> {
  const teams = transaction
    .selectFrom('teams')
    .select(['teams.id', 'teams.name'])
    .where('teams.project_id', '=', project.id)
    .where('teams.deleted_at', 'is', null)
  if (teamName !== undefined) {
    const team = await teams.where('teams.name', '=', teamName).executeTakeFirst()
    if (team) return team
    throw new InvalidRequestError(
      `'teamName' must be a team of the project; there is no '${teamName}'.`,
      'invalid_body',
    )
  }
  const team = await teams
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .where('team_members.user_id', '=', userId)
    .orderBy('teams.id')
    .executeTakeFirst()
  if (team) return team
  throw new InvalidRequestError(
    "'teamName' must be given: the person who made the token is in no team.",
    'invalid_body',
  )
}

/** The team somebody writes for in the panel: the one given, which must be theirs, or their first. */
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
      ? 'You are in no team of this project; notes and approvals belong to one.'
      : "'teamId' must be a team of yours in this project.",
    'invalid_body',
  )
}
