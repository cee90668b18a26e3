import { z } from 'zod'
import { ForbiddenError, InvalidRequestError } from '../../errors.js'
import {
  enumParameter,
  LIMIT_DEFAULT,
  LIMIT_MAX,
  LIMIT_RULE,
  pagingFields,
  text,
} from '../../http/listing/list-query.js'
import { definePage } from '../../http/listing/objects.js'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { CollectionName } from '../projects/fields.js'
import { mayReadCollection } from '../roles/may-read-collection.js'
import { activityLogTypes } from './activity-log-actions.js'
import { readRecordActivity } from './read-record-activity.js'
import { RecordActivity } from './record-activity.js'

const RecordActivityQuery = z.object({
  limit: pagingFields.limit,
  cursor: pagingFields.cursor,
  type: enumParameter(activityLogTypes)
    .optional()
    .meta({ description: 'Default: write. Only admins may list reads.' }),
})

const params = z.object({ collectionName: CollectionName, recordId: text })

/** What was done to one record, for members whose role may read its collection. */
export const recordActivityRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/environments/{environmentId}/records/{collectionName}/{recordId}/activity',
      level: 'user',
      tag: 'Activity logs',
      summary: 'List what was done to a record',
      description:
        'Writes, actions, notes and approvals, the latest first. Needs the right to read the collection. Other ' +
        'records of the same entry are counted, never named.',
      params,
      query: RecordActivityQuery,
      response: definePage(RecordActivity),
      errors: {
        collection_not_readable: 'Your role may not read the collection.',
        admins_only: 'Only admins may list reads.',
      },
    },
    async call => {
      const { deps, environment, params, query } = call
      const { limit = LIMIT_DEFAULT, cursor } = query
      if (limit > LIMIT_MAX) {
        throw new InvalidRequestError(`'limit' ${LIMIT_RULE}.`, 'invalid_parameter')
      }
      const type = query.type?.value === 'read' ? 'read' : 'write'
      await requireReadable(call, params.collectionName, type)
      return readRecordActivity(deps.store.db, environment, { ...params, type, limit, cursor })
    },
  ),
]

async function requireReadable(
  { deps, environment, member }: MemberCall<unknown, unknown>,
  collectionName: string,
  type: 'read' | 'write',
): Promise<void> {
  if (type === 'read' && member.level !== 'admin') {
    const about = { level: 'admin', own: member.level }
    throw new ForbiddenError('Only admins may list who read a record.', 'admins_only', about)
  }
  const mayRead = await mayReadCollection(
    deps.store.db,
    environment.id,
    member.roleId,
    collectionName,
  )
  if (mayRead) return
  throw new ForbiddenError(
    `Your role may not read '${collectionName}'.`,
    'collection_not_readable',
    { right: 'read', collection: collectionName },
  )
}
