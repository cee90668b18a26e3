import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { NotFoundError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import { agentRoute, memberRoute, personRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { PathId } from '../projects/fields.js'
import { type EndReason, endGrant } from './grants.js'
import { Grant, readGrant, readGrants } from './read-grants.js'

const mine = '/api/me/grants'
const ofProject = '/api/projects/{projectId}/grants'
const tag = 'Access of OAuth clients'
const params = z.object({ grantId: PathId })
const list = { tag, query: IdPageQuery, response: idPage(Grant) } as const

/** Routes for grants: for the people who gave them, for admins, and for agents. */
export const grantRoutes: readonly Route[] = [
  personRoute(
    { ...list, method: 'get', path: mine, summary: 'List the OAuth clients that may act for you' },
    ({ deps, person, query }) =>
      readIdPage(query, page => readGrants(deps.store.db, toGrantFilter(person), page)),
  ),
  personRoute(
    {
      method: 'delete',
      path: `${mine}/{grantId}`,
      tag,
      summary: 'Revoke a grant of yours',
      description:
        'Agents are notified immediately; every token of the grant is rejected from then on.',
      params,
      status: 204,
    },
    ({ deps, person, params }) =>
      end(deps, { ...toGrantFilter(person), id: params.grantId }, 'revoked_by_person', person),
  ),
  memberRoute(
    {
      ...list,
      method: 'get',
      path: ofProject,
      summary: 'List the grants of the people of a project',
      description: 'Newest first, including those that ended in the last 90 days.',
      level: 'admin',
    },
    ({ deps, project, query }) =>
      readIdPage(query, page => readGrants(deps.store.db, { projectId: project.id }, page)),
  ),
  memberRoute(
    {
      method: 'delete',
      path: `${ofProject}/{grantId}`,
      tag,
      summary: 'Revoke a grant',
      description:
        'Agents are notified immediately; every token of the grant is rejected from then on.',
      level: 'admin',
      params,
      status: 204,
    },
    ({ deps, person, project, params }) =>
      end(deps, { projectId: project.id, id: params.grantId }, 'revoked_by_admin', person),
  ),
  agentRoute(
    {
      method: 'post',
      path: '/agent-api/grants/{grantId}/end',
      tag: 'Agent',
      summary: 'Revoke a grant at the request of its OAuth client (RFC 7009)',
      params,
      status: 204,
    },
    ({ deps, environment, params }) =>
      end(deps, { environmentId: environment.id, id: params.grantId }, 'revoked_by_program'),
  ),
]

/** A session opened by the identity provider of a project sees only the grants in that project. */
const toGrantFilter = (person: Person) => ({
  userId: person.id,
  ...(isBoundToProject(person) &&
    'ssoProjectId' in person.credential && { projectId: person.credential.ssoProjectId ?? 0 }),
})

async function end(
  { store }: Deps,
  search: Parameters<typeof readGrant>[1],
  reason: EndReason,
  person?: Person,
): Promise<undefined> {
  await store.db.transaction().execute(async (transaction: Transaction<Database>) => {
    if (!(await readGrant(transaction, search))) throw new NotFoundError('There is no such grant.')
    const actor = person
      ? ({ initiator: 'administrator', person } as const)
      : ({ initiator: 'service' } as const)
    await endGrant(transaction, search.id, reason, actor)
  })
  return undefined
}
