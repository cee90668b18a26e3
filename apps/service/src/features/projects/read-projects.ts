import type { Kysely } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import type { Project } from './project.js'

/** Lists the projects a person may access: their own, or the one they signed in to through single sign-on. */
export async function listProjects(
  db: Kysely<Database>,
  { id, credential }: Person,
): Promise<Project[]> {
  const all = select(db, id).orderBy('projects.name')
  const isBound = credential.kind === 'session' && credential.method === 'sso'
  return (isBound ? all.where('projects.id', '=', credential.ssoProjectId) : all).execute()
}

/** Reads one project as this member sees it. */
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
