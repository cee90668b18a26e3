import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { countExpired } from '../../logs/archive-expired.js'
import { archiveFolder } from '../../logs/archive-files.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { Archive, listArchives } from './archives.js'
import { type RetentionTarget, readRetention, setRetention } from './retention.js'

const DAYS_RULE = 'must be an integer from 1 to 36500'
const RULE = `${DAYS_RULE}, or null`
const Days = z.int(RULE).min(1, RULE).max(36_500, RULE).nullable()

const ExpiredQuery = z.object({
  days: z
    .string()
    .transform(Number)
    .refine(days => Number.isInteger(days) && days >= 1 && days <= 36_500, DAYS_RULE)
    .meta({ description: 'How long entries would be kept.' }),
})

const ExpiredEntries = z
  .object({
    expiredCount: z.int().meta({ description: 'Entries that are older and not archived yet.' }),
  })
  .meta({ id: 'ExpiredEntries' })

type Caller = Pick<MemberCall, 'project' | 'environment' | 'person'>

/** One row per log that can expire: the path and name of its rule, and who owns the log. */
const logs = [
  {
    path: '/api/projects/{projectId}/environments/{environmentId}',
    field: 'activityLogDays',
    id: 'ActivityLogRetention',
    what: 'activity logs of an environment',
    toTarget: ({ project, environment, person }: Caller): RetentionTarget => ({
      kind: 'activity_logs',
      ownerId: environment.id,
      projectId: project.id,
      environmentName: environment.name,
      actor: { initiator: 'administrator', person },
    }),
  },
  {
    path: '/api/projects/{projectId}',
    field: 'adminLogDays',
    id: 'AdminLogRetention',
    what: 'admin logs of a project',
    toTarget: ({ project, person }: Caller): RetentionTarget => ({
      kind: 'admin_logs',
      ownerId: project.id,
      projectId: project.id,
      actor: { initiator: 'administrator', person },
    }),
  },
] as const

const tag = 'Retention'
const description = `
Entries older than this many days are written to a compressed file in the archive directory, one
JSON object per line, and then removed from the database, once a day. Null keeps them for ever.
`.trim()

/** Routes for the retention of logs and their archives. */
export const retentionRoutes: readonly Route[] = logs.flatMap(
  ({ path, field, id, what, toTarget }) => {
    const response = z.object({ [field]: Days }).meta({ id })
    return [
      memberRoute(
        {
          method: 'get',
          path: `${path}/retention`,
          tag,
          summary: `Show how long the ${what} are kept`,
          level: 'admin',
          response,
        },
        async call => ({ [field]: await readRetention(call.deps.store.db, toTarget(call)) }),
      ),
      memberRoute(
        {
          method: 'put',
          path: `${path}/retention`,
          tag,
          summary: `Set how long the ${what} are kept`,
          description,
          level: 'admin',
          body: z.strictObject({ [field]: Days }),
          response,
        },
        async call => {
          const days = call.body[field] ?? null
          await call.deps.store.db
            .transaction()
            .execute(transaction => setRetention(transaction, toTarget(call), days))
          return { [field]: days }
        },
      ),
      memberRoute(
        {
          method: 'delete',
          path: `${path}/retention`,
          tag,
          summary: `Keep the ${what} forever`,
          level: 'admin',
          status: 204,
        },
        async call => {
          await call.deps.store.db
            .transaction()
            .execute(transaction => setRetention(transaction, toTarget(call), null))
          return undefined
        },
      ),
      memberRoute(
        {
          method: 'get',
          path: `${path}/retention/expired`,
          tag,
          summary: `Count the ${what} that a retention would remove now`,
          level: 'admin',
          query: ExpiredQuery,
          response: ExpiredEntries,
        },
        async call => {
          const rule = { ...toTarget(call), days: call.query.days }
          return { expiredCount: await countExpired(call.deps.store.db, rule, new Date()) }
        },
      ),
      memberRoute(
        {
          method: 'get',
          path: `${path}/archives`,
          tag,
          summary: `List the archives of the ${what}`,
          level: 'admin',
          query: IdPageQuery,
          response: idPage(Archive),
        },
        call =>
          readIdPage(call.query, page =>
            listArchives(call.deps.store.db, archiveFolder(call.deps.config), toTarget(call), page),
          ),
      ),
    ]
  },
)
