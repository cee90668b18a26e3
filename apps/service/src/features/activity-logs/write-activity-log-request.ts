import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import {
  checkProgramScope,
  findRendering,
  type RenderingWork,
} from '../../http/access/find-rendering.js'
import { logId } from '../../http/listing/listing.js'
import type { PersonCall } from '../../http/route.js'
import type { ActivityLogAction } from './activity-log-actions.js'
import { noSuchEntry, readIndex, writeIndex } from './activity-log-index.js'
import type { ActivityLogRequest } from './activity-log-request.js'
import type { NewActivityLog } from './new-activity-log.js'
import { writeActivityLogs } from './write-activity-logs.js'

type CallOfPerson = Pick<PersonCall, 'deps' | 'person'>

/** Identifies a written entry, so that the client can report its outcome later. */
export interface WrittenRequest {
  readonly id: string
  readonly index: string
}

/**
 * Writes an entry before a client acts on behalf of a person. The entry is committed immediately and remains
 * when the client never reports an outcome.
 */
export async function writeActivityLogRequest(
  call: CallOfPerson,
  { status, records, renderingId, ...request }: ActivityLogRequest,
): Promise<WrittenRequest> {
  checkProgramScope(call.person, findRequiredScope(request))
  const work = await findTeamWork(call, renderingId)
  const entry = { ...request, recordIds: records, ...(await readAuthor(call.deps, work)) }
  const { first } = await append(call.deps, work, status === 'failed' ? asFailed(entry) : entry)
  if (!first) throw new Error('An entry without a key was not written.')
  const index = writeIndex({ renderingId, createdAt: first.createdAt })
  return { id: logId(work.environment, first.seq), index }
}

/**
 * Records the outcome of an action. Entries are hash-chained and never change, so a failure is a separate
 * entry, written once even when it is reported repeatedly.
 */
export async function endActivityLogRequest(
  call: CallOfPerson,
  { id, index }: WrittenRequest,
  status: 'completed' | 'failed',
): Promise<void> {
  const { renderingId, createdAt } = readIndex(index)
  const work = await findTeamWork(call, renderingId)
  const { environment, person } = work
  const begun = await call.deps.store.db
    .selectFrom('activity_logs')
    .select(['seq', 'type', 'action', 'label', 'record_ids', 'collection_name', 'team_name'])
    .where('environment_id', '=', environment.id)
    .where('created_at', '=', createdAt)
    .where('user_id', '=', person.id)
    // Keys are remembered for 30 days; limiting the search to one day is enough because no action takes
    // longer.
    .where('created_at', '>', sql<string>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  if (!begun || logId(environment, begun.seq) !== id) throw noSuchEntry()
  if (status === 'completed') return
  await append(
    call.deps,
    work,
    asFailed({
      key: `failed ${id}`,
      type: begun.type,
      action: begun.action as ActivityLogAction,
      label: begun.label ?? undefined,
      recordIds: begun.record_ids ?? undefined,
      collectionName: begun.collection_name ?? undefined,
      occurredAt: createdAt,
      userId: person.id,
      username: person.username,
      userEmail: person.email,
      teamName: begun.team_name,
    }),
  )
}

/** A client without write scope is rejected before it performs a write. */
function findRequiredScope({ type, action }: Pick<ActivityLogRequest, 'type' | 'action'>): string {
  if (type === 'read') return 'mcp:read'
  return action === 'action' ? 'mcp:action' : 'mcp:write'
}

async function findTeamWork(call: CallOfPerson, renderingId: number): Promise<RenderingWork> {
  const work = await findRendering(call, renderingId)
  if (work.member.teamIds.includes(work.teamId)) return work
  throw new ForbiddenError('You are not in the team of the rendering.', 'not_in_team')
}

async function readAuthor(deps: Deps, { person, teamId }: RenderingWork) {
  const { name } = await deps.store.db
    .selectFrom('teams')
    .select('name')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const { id, username, email } = person
  return { userId: id, username, userEmail: email, teamName: name }
}

function append({ store }: Deps, { project, environment }: RenderingWork, entry: NewActivityLog) {
  const target = { id: environment.id, projectId: project.id }
  return store.db
    .transaction()
    .execute(transaction => writeActivityLogs(transaction, target, [entry]))
}

/** Uses the same label as agents use for failures. */
const asFailed = (entry: NewActivityLog): NewActivityLog => ({
  ...entry,
  label: entry.label ? `${entry.label} (failed)` : 'failed',
})
