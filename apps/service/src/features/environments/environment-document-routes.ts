import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockEnvironment } from './read-environments.js'

/** A document of which every environment has one: its IP rules, or its actions without code. */
interface EnvironmentDocument<Body extends object> {
  /** The last segment of its path, and its name in the admin log. */
  readonly resource: 'customizations' | 'ip-rules'
  readonly tag: string
  readonly showSummary: string
  readonly setSummary: string
  readonly setDescription: string
  readonly Body: z.ZodType<Body>
  read(db: Kysely<Database>, environmentId: number): Promise<Body>
  write(transaction: Transaction<Database>, environmentId: number, body: Body): Promise<unknown>
  /** The fields of a version of the document that the admin log contains. */
  describe(version: Body, before: Body, after: Body): object
}

/** Shows the document of an environment and replaces it. Every change is in the admin log. */
export function environmentDocumentRoutes<Body extends object>(
  document: EnvironmentDocument<Body>,
): readonly Route[] {
  const { resource, tag, Body } = document
  const path = `/api/projects/{projectId}/environments/{environmentId}/${resource}`
  return [
    memberRoute(
      { method: 'get', path, tag, summary: document.showSummary, level: 'admin', response: Body },
      async ({ deps, environment }) => document.read(deps.store.db, environment.id),
    ),
    memberRoute(
      {
        method: 'put',
        path,
        tag,
        summary: document.setSummary,
        description: document.setDescription,
        level: 'admin',
        body: Body,
        response: Body,
      },
      async call =>
        call.deps.store.db
          .transaction()
          .execute(transaction => replaceDocument(document, transaction, call)),
    ),
  ]
}

async function replaceDocument<Body extends object>(
  document: EnvironmentDocument<Body>,
  transaction: Transaction<Database>,
  { project, environment, person, body }: MemberCall<undefined, undefined, Body>,
): Promise<Body> {
  await lockEnvironment(transaction, environment.id)
  const before = await document.read(transaction, environment.id)
  if (isDeepStrictEqual(before, body)) return body
  await document.write(transaction, environment.id, body)
  const describe = (version: Body) => ({
    environment: { object: 'environment', name: environment.name },
    ...document.describe(version, before, body),
  })
  await writeAdminLog(transaction, {
    projectId: project.id,
    actor: { initiator: 'administrator', person },
    type: 'update',
    resource: document.resource,
    previousValue: describe(before),
    newValue: describe(body),
  })
  return body
}
