import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { addEnvironment } from '../environments/write-environments.js'
import { addMember } from '../people/add-member.js'
import { allDefaultRights } from '../roles/rights.js'
import { setRights } from '../roles/write-rights.js'
import { addNamedResource } from './named-resources.js'
import { type NewProject, projectValue } from './project.js'
import { refuseTakenName } from './refuse-taken-name.js'

/** A project to create. */
export interface ProjectToCreate {
  readonly name: string
  /** The person who becomes its admin. */
  readonly userId: number
  readonly actor: Actor
}

/**
 * Creates a project that is ready to use: with a team, a development environment, a role that may do
 * everything there, and its creator as admin.
 */
export async function createProject(
  transaction: Transaction<Database>,
  { name, userId, actor }: ProjectToCreate,
): Promise<NewProject> {
  const insert = transaction
    .insertInto('projects')
    .values({ name })
    .returning(['id', 'created_at as createdAt'])
    .executeTakeFirstOrThrow()
  const { id, createdAt } = await refuseTakenName('project', insert)
  const target = { projectId: id, actor }
  const newValue = projectValue(name)
  await writeAdminLog(transaction, { ...target, type: 'add', resource: 'project', newValue })
  const team = await addNamedResource(transaction, 'teams', { ...target, name: 'Operations' })
  const role = await addNamedResource(transaction, 'roles', { ...target, name: 'Operator' })
  const environment = await addEnvironment(transaction, {
    ...target,
    name: 'Development',
    kind: 'development',
  })
  await setRights(transaction, { ...target, environment, roleId: role.id }, allDefaultRights)
  await addMember(transaction, {
    ...target,
    userId,
    permissionLevel: 'admin',
    roleId: role.id,
    teamIds: [team.id],
    tags: {},
  })
  return { id, name, createdAt, permissionLevel: 'admin', environment }
}
