import type { Kysely } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { Project } from './project.js'

/** The projects a person is a member of. */
export async function listProjects(db: Kysely<Database>, userId: number): Promise<Project[]> {
  return select(db, userId).orderBy('projects.name').execute()
}

export async function readProject(
  db: Kysely<Database>,
  userId: number,
  projectId: number,
): Promise<Project> {
  const project = await select(db, userId).where('projects.id', '=', projectId).executeTakeFirst()
  if (!project) throw new NotFoundError('There is no such project, or you are not a member of it.')
  return project
}

function select(db: Kysely<Database>, userId: number) {
  return db
    .selectFrom('members')
    .innerJoin('projects', 'projects.id', 'members.project_id')
    .select([
      'projects.id',
      'projects.name',
      'projects.created_at as createdAt',
      'members.permission_level as permissionLevel',
    ])
    .where('members.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
}
