import type { ActionTarget } from '../core/forms/action-request.js'
import { mostApprovedRecords } from '../core/forms/build-approval.js'
import { buildSourcePath } from '../core/list/list-request.js'
import { readList } from '../core/record/read-document.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import type { AgentApi } from './agent-api.js'

/** More records are chosen than one request for approval may name. */
export class TooManyRecordsError extends Error {
  override readonly name = 'TooManyRecordsError'
}

const pageSize = 500

/** Lists the ids of the records that an action was to run on: the service knows records by these only. */
export async function listSelectedIds(
  agent: Pick<AgentApi, 'read'>,
  collection: CollectionModel,
  { selection, parent }: Pick<ActionTarget, 'selection' | 'parent'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!selection.all_records) return checkCount(selection.ids)
  const except = new Set(selection.all_records_ids_excluded)
  const ids: string[] = []
  for (let number = 1; ; number++) {
    const { rows } = readList(
      await agent.read(
        {
          method: 'GET',
          path: buildSourcePath({ collection, ...(parent && { parent }) }),
          query: {
            ...selection.all_records_subset_query,
            [`fields[${collection.name}]`]: collection.primaryKey.join(','),
            'page[size]': String(pageSize),
            'page[number]': String(number),
          },
        },
        signal,
      ),
    )
    ids.push(...rows.map(({ id }) => id).filter(id => !except.has(id)))
    checkCount(ids)
    if (rows.length < pageSize) return ids
  }
}

function checkCount(ids: readonly string[]): readonly string[] {
  if (ids.length > mostApprovedRecords) throw new TooManyRecordsError()
  return ids
}
