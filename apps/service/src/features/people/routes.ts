import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import { memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { changeMember, removeMember } from './change-member.js'
import { IdPageQuery, idPage, readIdPage } from './id-page.js'
import { idNumber, permissionLevel, tags, teamIds } from './person-fields.js'
import { ProjectPerson, withoutTags } from './project-person.js'
import { readPeople, readProjectPerson } from './read-people.js'

const tag = 'People'
const params = z.object({ userId: PathId })
const lastAdmin = { last_admin: 'The project would be left without an admin.' }

/** Routes for the members of a project and their roles. */
export const peopleRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/people',
      tag,
      summary: 'List the people of a project',
      level: 'user',
      query: IdPageQuery,
      response: idPage(ProjectPerson),
    },
    async ({ deps, project, member, query }) => {
      const page = await readIdPage(query, at => readPeople(deps.store.db, project.id, at))
      return member.level === 'admin' ? page : { ...page, data: page.data.map(withoutTags) }
    },
  ),
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/people/{userId}',
      tag,
      summary: 'Show one person of a project',
      level: 'user',
      params,
      response: ProjectPerson,
    },
    async ({ deps, project, member, params }) => {
      const person = await readProjectPerson(deps.store.db, project.id, params.userId)
      if (!person) throw new NotFoundError('There is no such person in this project.')
      return member.level === 'admin' ? person : withoutTags(person)
    },
  ),
  memberRoute(
    {
      method: 'patch',
      path: '/api/projects/{projectId}/people/{userId}',
      tag,
      summary: 'Change the level, role, teams or tags of a person',
      level: 'admin',
      params,
      body: z.strictObject({
        permissionLevel: permissionLevel.optional(),
        roleId: idNumber.optional(),
        teamIds: teamIds.optional(),
        tags: tags.optional(),
      }),
      response: ProjectPerson,
      errors: lastAdmin,
    },
    async ({ deps, project, person, params, body }) =>
      deps.store.db.transaction().execute(transaction =>
        changeMember(
          transaction,
          {
            projectId: project.id,
            userId: params.userId,
            actor: { initiator: 'administrator', person },
          },
          body,
        ),
      ),
  ),
  memberRoute(
    {
      method: 'delete',
      path: '/api/projects/{projectId}/people/{userId}',
      tag,
      summary: 'Remove a person from a project',
      description: 'The account of the person, and what they wrote, remains.',
      level: 'admin',
      params,
      status: 204,
      errors: lastAdmin,
    },
    async ({ deps, project, person, params }) => {
      await deps.store.db.transaction().execute(transaction =>
        removeMember(transaction, {
          projectId: project.id,
          userId: params.userId,
          actor: { initiator: 'administrator', person },
        }),
      )
      return undefined
    },
  ),
]
