import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { readPolicy, setPolicy, TwoFactorPolicy } from './policy.js'
import { removeForMember } from './remove-for-person.js'

const path = '/api/projects/{projectId}/two-factor-policy'

/** Routes for the Admins of a project: whether two factors are required, and help for who lost theirs. */
export const projectTwoFactorRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag: 'Projects',
      summary: 'Read whether the project requires two factors',
      level: 'admin',
      response: TwoFactorPolicy,
    },
    async ({ deps, project }) => readPolicy(deps.store.db, project.id),
  ),
  memberRoute(
    {
      method: 'put',
      path,
      tag: 'Projects',
      summary: 'Require two factors, or no longer',
      description:
        'Sessions, personal tokens and grants that were opened with one factor cannot use the project from then on. A sign-in through the single sign-on of the project counts as two factors.',
      level: 'admin',
      body: z.strictObject({ isRequired: z.boolean() }),
      response: TwoFactorPolicy,
      errors: { two_factors_missing: 'You have not signed in with two factors yourself.' },
    },
    async ({ deps, project, person, body }) =>
      deps.store.db.transaction().execute(async transaction => {
        await setPolicy(transaction, project.id, person, body.isRequired)
        return readPolicy(transaction, project.id)
      }),
  ),
  memberRoute(
    {
      method: 'delete',
      path: '/api/projects/{projectId}/people/{userId}/two-factors',
      tag: 'People',
      summary: 'Remove the second factors of a person who lost them',
      description:
        'The password remains. You must be an Admin in every project of the person, or an owner of the installation.',
      level: 'admin',
      sessionOnly: true,
      params: z.object({ userId: PathId }),
      status: 204,
      errors: {
        other_projects:
          'The person is a member of projects of which you are no admin, or an owner.',
        own_account: 'The person is yourself.',
      },
    },
    async ({ deps, project, person, params }) => {
      await deps.store.db
        .transaction()
        .execute(transaction => removeForMember(transaction, project.id, person, params.userId))
      return undefined
    },
  ),
]
