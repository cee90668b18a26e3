import { z } from 'zod'
import { ForbiddenError } from '../../errors.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import { memberRoute, personRoute, type Route } from '../../http/route.js'
import { removeProject, renameProject } from './change-project.js'
import { createProject } from './create-project.js'
import { NewProject, Project, ProjectBody } from './project.js'
import { listProjects, readProject } from './read-projects.js'

const tag = 'Projects'
const list = '/api/projects'
const one = `${list}/{projectId}`
const nameTaken = { project_name_taken: 'Another project of this installation has this name.' }

/** Routes for projects. Each has its own people, environments and logs. */
export const projectRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path: list,
      tag,
      summary: 'List the projects you are a member of',
      response: z.object({ data: z.array(Project) }),
    },
    async ({ deps, person }) => ({ data: await listProjects(deps.store.db, person) }),
  ),
  personRoute(
    {
      method: 'post',
      path: list,
      tag,
      summary: 'Create a project',
      description:
        "It has the team 'Operations', the environment 'Development', whose secret is shown once, and the role 'Operator', which may do everything there. You become its admin.",
      who: 'owner',
      body: ProjectBody,
      status: 201,
      response: NewProject,
      errors: nameTaken,
    },
    async ({ deps, person, body }) =>
      deps.store.db.transaction().execute(transaction =>
        createProject(transaction, {
          name: body.name,
          userId: person.id,
          actor: { initiator: 'administrator', person },
        }),
      ),
  ),
  memberRoute(
    {
      method: 'get',
      path: one,
      tag,
      summary: 'Show one project',
      level: 'user',
      response: Project,
    },
    async ({ deps, person, project }) => readProject(deps.store.db, person.id, project.id),
  ),
  memberRoute(
    {
      method: 'patch',
      path: one,
      tag,
      summary: 'Rename a project',
      description:
        'Names are unique in the installation. Only owners of the installation may rename, because the error for a taken name reveals which projects exist.',
      level: 'admin',
      body: ProjectBody,
      response: Project,
      errors: { ...nameTaken, owner_required: 'You are not an owner of this installation.' },
    },
    async ({ deps, person, project, body }) => {
      if (!person.isOwner || isBoundToProject(person)) {
        throw new ForbiddenError(
          'Only owners of this installation may rename a project.',
          'owner_required',
        )
      }
      const target = {
        projectId: project.id,
        actor: { initiator: 'administrator', person },
      } as const
      await deps.store.db
        .transaction()
        .execute(transaction => renameProject(transaction, target, body.name))
      return readProject(deps.store.db, person.id, project.id)
    },
  ),
  memberRoute(
    {
      method: 'delete',
      path: one,
      tag,
      summary: 'Delete a project',
      description:
        'Its people, tokens and agents lose access immediately, and its name becomes available. Its notes and logs remain in the store.',
      level: 'admin',
      status: 204,
    },
    async ({ deps, person, project }) => {
      const target = {
        projectId: project.id,
        actor: { initiator: 'administrator', person },
      } as const
      await deps.store.db.transaction().execute(transaction => removeProject(transaction, target))
      return undefined
    },
  ),
]
