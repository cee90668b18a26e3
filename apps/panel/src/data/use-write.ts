import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { mapRows, type Pages } from '../core/list/pages.js'
import { isStaleError, readCurrentPatch } from '../core/record/conflict.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readRecord } from '../core/record/read-document.js'
import {
  patchPages,
  patchRecord,
  type RecordPatch,
  toPatch,
  type WriteEffect,
} from '../core/record/write-effect.js'
import type { WriteRequest } from '../core/record/write-requests.js'
import { ApiError } from './api-error.js'
import { usePlace } from './place-context.js'
import { rereadActivity } from './reread-activity.js'
import { useSchema } from './use-schema.js'

/** Sends writes one after the other; the first that fails ends it, with its `ApiError`. */
export type Write = (requests: readonly WriteRequest[]) => Promise<readonly unknown[]>

/**
 * Writes records. Updates show at once in every list and record that is loaded, and go away again
 * when the agent refuses them; what else changed follows when the agent has responded.
 */
export function useWrite(): Write {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { data: model } = useSchema()
  const { renderingId } = place.team
  const collections = model?.collections
  return useCallback<Write>(
    async requests => {
      const restores = requests.map(({ effect }) => {
        if (effect.kind !== 'update' || !collections) return () => {}
        return applyPatch(
          client,
          renderingId,
          toPatch(effect, collections.get(effect.collection), collections),
        )
      })
      const responses: unknown[] = []
      try {
        for (const request of requests) {
          const response = await agent.write(request)
          responses.push(response)
          follow(client, renderingId, request.effect, response)
        }
        return responses
      } catch (error) {
        for (const restore of restores.slice(responses.length).reverse()) restore()
        showCurrent(requests[responses.length]?.effect, error)
        throw error
      }

      /** What somebody else made of the record in the meantime, whatever becomes of this write. */
      function showCurrent(effect: WriteEffect | undefined, error: unknown) {
        const model = collections?.get(effect?.collection ?? '')
        const isStale = error instanceof ApiError && isStaleError(error.status, error.body)
        if (!collections || !model || effect?.kind !== 'update' || !isStale) return
        const patch = readCurrentPatch(error.body, model, effect.id, collections)
        applyPatch(client, renderingId, patch)
      }
    },
    [agent, client, renderingId, collections],
  )
}

/** Brings what is loaded in line with a write that succeeded. */
function follow(
  client: QueryClient,
  renderingId: number,
  effect: WriteEffect,
  response: unknown,
): void {
  const { collection } = effect
  rereadActivity(client, renderingId, collection)
  if (effect.kind === 'update') {
    const record = readRecord(response)
    // The agent may have changed more than it was asked to, such as a date of change.
    if (record) applyPatch(client, renderingId, { ...record, collection, id: effect.id })
    if (Object.keys(effect.related).length === 0) return
    void client.invalidateQueries({ queryKey: ['related-count', renderingId] })
    void client.invalidateQueries({
      queryKey: ['records', renderingId, collection],
      predicate: ({ queryKey }) => String(queryKey[3]).includes('/relationships/'),
    })
    return
  }
  if (effect.kind === 'delete' && effect.ids) {
    removeRecords(client, renderingId, collection, new Set(effect.ids))
  } else {
    void client.invalidateQueries({ queryKey: ['records', renderingId, collection] })
  }
  void client.invalidateQueries({ queryKey: ['count', renderingId] })
  void client.invalidateQueries({ queryKey: ['related-count', renderingId] })
}

/** Applies newer values wherever the record is loaded, and returns what takes that back. */
function applyPatch(client: QueryClient, renderingId: number, patch: RecordPatch): () => void {
  const changed: { readonly key: readonly unknown[]; before: unknown; after: unknown }[] = []
  const replace = <T>(name: string, change: (data: T) => T) => {
    for (const [key, before] of client.getQueriesData<T>({ queryKey: [name, renderingId] })) {
      if (!before) continue
      const after = change(before)
      if (after === before) continue
      setQuietly(client, key, after)
      // The client stores a copy that shares what stayed the same.
      changed.push({ key, before, after: client.getQueryData(key) })
    }
  }
  replace<Pages<PanelRecord>>('records', pages => patchPages(pages, patch))
  replace<PanelRecord>('record', record => patchRecord(record, patch))
  return () => {
    for (const { key, before, after } of changed) {
      if (client.getQueryData(key) === after) setQuietly(client, key, before)
      else void client.invalidateQueries({ queryKey: key, exact: true })
    }
  }
}

function removeRecords(
  client: QueryClient,
  renderingId: number,
  collection: string,
  ids: ReadonlySet<string>,
): void {
  for (const [key, pages] of client.getQueriesData<Pages<PanelRecord>>({
    queryKey: ['records', renderingId, collection],
  })) {
    if (pages)
      setQuietly(
        client,
        key,
        mapRows(pages, row => (ids.has(row.id) ? undefined : row)),
      )
  }
  for (const id of ids) {
    const queryKey = ['record', renderingId, collection, id]
    if (client.getQueryState(queryKey)) client.setQueryData(queryKey, null)
  }
}

/** What was read is as old as before: only its values are newer. */
function setQuietly(client: QueryClient, key: readonly unknown[], data: unknown): void {
  const updatedAt = client.getQueryState(key)?.dataUpdatedAt
  client.setQueryData(key, data, { ...(updatedAt !== undefined && { updatedAt }) })
}
