import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ActionTarget } from '../core/forms/action-request.js'
import { buildReread } from '../core/list/build-reread.js'
import type { ReadRequest } from '../core/list/list-request.js'
import { mapRows, type Pages } from '../core/list/pages.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readList } from '../core/record/read-document.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import type { AgentApi } from './agent-api.js'
import { usePlace } from './place-context.js'

/** The keys of records, their lists, counts and timelines; their second part is the place. */
const recordKeys = /^(record|related|count|activity)/
/** More rows than this are read as the list is. */
const mostRows = 100

/**
 * Reads again what an action may have changed, as far as it is on the screen; the rest is read when
 * it is shown. In lists of the action's records, only these are read: the others stay where they are.
 */
export function useRefresh(
  collection: CollectionModel | undefined,
): (target: Pick<ActionTarget, 'selection'>) => void {
  const client = useQueryClient()
  const { agent, place } = usePlace()
  const { renderingId } = place.team
  return useCallback(
    ({ selection }: Pick<ActionTarget, 'selection'>) => {
      const ids = new Set(selection.all_records ? [] : selection.ids)
      const lists = client.getQueryCache().findAll({
        queryKey: ['records', renderingId, collection?.name],
        type: 'active',
      })
      const kept = new Set(lists.filter(() => ids.size > 0).map(({ queryHash }) => queryHash))
      for (const { queryKey } of lists) {
        if (ids.size > 0 && collection) {
          void rereadRows(client, agent, collection, queryKey, ids)
        }
      }
      void client.invalidateQueries({
        predicate: ({ queryKey: [kind, where], queryHash }) =>
          where === renderingId && recordKeys.test(String(kind)) && !kept.has(queryHash),
      })
    },
    [client, agent, collection, renderingId],
  )
}

async function rereadRows(
  client: QueryClient,
  agent: AgentApi,
  collection: CollectionModel,
  queryKey: QueryKey,
  ids: ReadonlySet<string>,
): Promise<void> {
  const pages = client.getQueryData<Pages<PanelRecord>>(queryKey)
  const rows = pages?.blocks.flatMap(block => block.rows ?? []).filter(({ id }) => ids.has(id))
  if (!rows || rows.length === 0) return
  const readAll = () => client.invalidateQueries({ queryKey, exact: true })
  if (rows.length > mostRows) {
    await readAll()
    return
  }
  try {
    const request = buildReread(readRequest(queryKey), collection, rows)
    const fresh = readList(await agent.read(request, new AbortController().signal)).rows
    const byId = new Map(fresh.map(record => [record.id, record]))
    // The other rows are as old as before.
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
    client.setQueryData<Pages<PanelRecord>>(
      queryKey,
      now => now && mapRows(now, row => (ids.has(row.id) ? byId.get(row.id) : row)),
      { ...(updatedAt !== undefined && { updatedAt }) },
    )
  } catch {
    await readAll()
  }
}

/** The request of the first block is the last part of the key of a list. */
function readRequest(queryKey: QueryKey): ReadRequest {
  return JSON.parse(String(queryKey.at(-1))) as ReadRequest
}
