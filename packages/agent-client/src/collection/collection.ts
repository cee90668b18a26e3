import {
  type BulkUpdatePreview,
  type BulkUpdateResult,
  type ImportResult,
  nameInPath,
  type RestoreResult,
} from '@service/protocol'
import { type Action, openAction, runApproved } from '../action/action.js'
import type { ActionResult } from '../action/run-action.js'
import type { ActionTarget } from '../action/target.js'
import { sendRestore } from '../audit/restore.js'
import type { RestoreOptions } from '../audit/restore-options.js'
import type { RecordChartOptions } from '../charts/chart-options.js'
import { type CodeCharts, chartValue, createCodeCharts } from '../charts/code-charts.js'
import type { ClientSettings } from '../client-settings.js'
import type { RequestOptions } from '../http/transport.js'
import { checkKnown } from '../known-options.js'
import { readRecord } from '../records/document.js'
import { fieldQuery } from '../records/query.js'
import {
  idInPath,
  type RecordId,
  type RecordIds,
  toWireId,
  toWireIds,
} from '../records/record-id.js'
import type {
  Attributes,
  FullRecord,
  Path,
  RecordOf,
  Schema,
  TargetOf,
  ToManyName,
  ToOneName,
} from '../typings/schema.js'
import { buildLinks } from './build-links.js'
import { type CollectionCapabilities, readCapabilities } from './capabilities.js'
import type { ImportOptions } from './import-records.js'
import type { CreateOptions, GetOptions } from './record-options.js'
import { createRecordSet, type RecordSet } from './record-set.js'
import { createRelationClient, type RelationClient } from './relation.js'
import { sendBulkUpdate, type UpdateManyOptions, type UpdateTarget } from './update-many.js'

/** The records of one collection, and operations on them. */
export interface CollectionClient<S extends Schema, N extends keyof S & string>
  extends RecordSet<S, N>,
    CodeCharts<RecordChartOptions> {
  /** Returns the first page of records that match a search text. */
  search<T = FullRecord<S, N>>(text: string, options?: RequestOptions): Promise<T[]>
  getOne<const P extends Path<S, N>>(
    id: RecordId,
    options: GetOptions<P> & { readonly fields: readonly P[] },
  ): Promise<RecordOf<S, N, P>>
  /** Returns one record; with `skipDeserialization`, the JSON:API document. */
  getOne<T = FullRecord<S, N>>(
    id: RecordId,
    options?: GetOptions<Path<S, N>>,
    raw?: { readonly skipDeserialization?: boolean },
  ): Promise<T>
  create<T = FullRecord<S, N>>(
    attributes: Attributes<S, N>,
    options?: CreateOptions<ToOneName<S, N>>,
  ): Promise<T>
  /** Returns the updated record; null when the user can no longer read it. */
  update<T = FullRecord<S, N>>(
    id: RecordId,
    attributes: Attributes<S, N>,
    options?: RequestOptions,
  ): Promise<T | null>
  /** Writes the same values to several records. */
  updateMany(
    target: UpdateTarget,
    attributes: Attributes<S, N>,
    options?: UpdateManyOptions<ToOneName<S, N>>,
  ): Promise<BulkUpdateResult>
  /** Returns how many records `updateMany` would change, and the first ones before and after. */
  previewUpdateMany(
    target: UpdateTarget,
    attributes: Attributes<S, N>,
    options?: CreateOptions<ToOneName<S, N>>,
  ): Promise<BulkUpdatePreview>
  /**
   * Creates or changes a record for each of up to 500 rows, and returns what became of each row. The
   * value of a many-to-one relation is `{"type","id"}` or null.
   *
   * @example
   * const { rows } = await orders.importRecords(
   *   [{ reference: 'A-1', total: 12 }, { reference: 'A-2', total: 'twelve' }],
   *   { mode: 'upsert', key: ['reference'], importId: crypto.randomUUID(), chunk: 0 },
   * )
   * const rejects = rows.filter(({ message }) => message !== undefined)
   */
  importRecords(
    rows: readonly Readonly<Record<string, unknown>>[],
    options?: ImportOptions<Path<S, N>>,
  ): Promise<ImportResult>
  /** Replaces one element of a list column; the index after the last one appends. */
  updateElement(
    id: RecordId,
    field: Path<S, N>,
    index: number,
    value: unknown,
    options?: RequestOptions,
  ): Promise<void>
  /**
   * Writes the values that a record had at an instant, by the audit trail; a deleted record is created again.
   *
   * @example
   * const { data } = await client.collection('orders').restore(12, '2026-01-31T12:00:00Z', { fields: ['status'] })
   * data.changes // { status: { from: 'paid', to: 'draft' } }
   */
  restore(
    id: RecordId,
    at: Date | string,
    options?: RestoreOptions<Path<S, N>>,
  ): Promise<RestoreResult>
  /** Returns what `restore` would write. */
  previewRestore(
    id: RecordId,
    at: Date | string,
    options?: RestoreOptions<Path<S, N>>,
  ): Promise<RestoreResult>
  delete(ids: RecordIds, options?: RequestOptions): Promise<void>
  /** Returns the fields that can be filtered, with their operators. */
  capabilities(options?: RequestOptions): Promise<CollectionCapabilities>
  segment(name: string): RecordSet<S, N>
  /** The records of a segment written in SQL. */
  liveQuerySegment(query: {
    readonly connectionName: string
    readonly query: string
  }): RecordSet<S, N>
  relation<R extends ToManyName<S, N> | ToOneName<S, N>>(
    name: R,
    parentId: RecordId,
  ): RelationClient<S, TargetOf<S, N, R>>
  /** Opens the form of an action, for one record, several records, or none. */
  action(name: string, target?: ActionTarget): Promise<Action>
  /** Runs an action request that was approved. */
  runApproved(
    action: string,
    signedApprovalRequest: string,
    options?: RequestOptions,
  ): Promise<ActionResult>
  /** Returns a chart that the agent computes from its definition. */
  chart<T = unknown>(
    definition: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<T>
}

export function createCollectionClient<S extends Schema, N extends keyof S & string>(
  settings: ClientSettings,
  name: N,
): CollectionClient<S, N> {
  const { transport, schema } = settings
  const path = [nameInPath(name)]
  const set = (extra?: Readonly<Record<string, string>>) =>
    createRecordSet<S, N>(transport, path, () => name, extra)
  const all = set()
  const getOne = async (
    id: RecordId,
    options: GetOptions = {},
    { skipDeserialization = false } = {},
  ): Promise<unknown> => {
    checkKnown('getOne', options)
    const query = fieldQuery(name, options.fields)
    const document = await transport.json('GET', [...path, idInPath(id)], { ...options, query })
    return skipDeserialization ? document : readRecord(document)
  }
  return {
    ...all,
    ...createCodeCharts<RecordChartOptions>(transport, name),
    search: (text, options) => all.list({ ...options, search: text }),
    getOne: getOne as CollectionClient<S, N>['getOne'],
    async create<T>(attributes: Attributes<S, N>, given: CreateOptions = {}) {
      checkKnown('create', given)
      const { relations, ...options } = given
      const data = {
        type: name,
        attributes,
        ...(relations && { relationships: buildLinks(relations) }),
      }
      return readRecord(await transport.json('POST', path, { ...options, body: { data } })) as T
    },
    async update<T>(id: RecordId, attributes: Attributes<S, N>, options: RequestOptions = {}) {
      checkKnown('update', options)
      const data = { type: name, id: toWireId(id), attributes }
      const request = { ...options, body: { data } }
      return readRecord(await transport.json('PUT', [...path, idInPath(id)], request)) as T | null
    },
    async updateMany(target, attributes, given = {}) {
      checkKnown('updateMany', given)
      const { returnPrevious, ...options } = given
      const meta = { returnPrevious }
      const result = sendBulkUpdate(transport, path, name, target, attributes, options, meta)
      return (await result) as BulkUpdateResult
    },
    async previewUpdateMany(target, attributes, options = {}) {
      checkKnown('previewUpdateMany', options)
      const meta = { dryRun: true }
      const preview = sendBulkUpdate(transport, path, name, target, attributes, options, meta)
      return (await preview) as BulkUpdatePreview
    },
    async importRecords(rows, given = {}) {
      checkKnown('importRecords', given)
      const { mode = 'create', key, dryRun, importId, chunk, replay, ...options } = given
      const body = { mode, key, dryRun, importId, chunk, replay, rows }
      const result = transport.json('POST', [...path, '_import'], { ...options, body })
      return (await result) as ImportResult
    },
    async updateElement(id, field, index, value, options) {
      const segments = [...path, idInPath(id), 'relationships', nameInPath(field), String(index)]
      await transport.send('PUT', segments, { ...options, body: { data: { attributes: value } } })
    },
    async restore(id, at, options = {}) {
      checkKnown('restore', options)
      return sendRestore(transport, [...path, idInPath(id)], at, options)
    },
    async previewRestore(id, at, options = {}) {
      checkKnown('previewRestore', options)
      return sendRestore(transport, [...path, idInPath(id)], at, options, true)
    },
    async delete(ids, options = {}) {
      checkKnown('delete', options)
      const attributes = { collection_name: name, ids: toWireIds(ids) }
      const body = { data: { type: 'action-requests', attributes } }
      await transport.send('DELETE', path, { ...options, body })
    },
    capabilities: options => readCapabilities(transport, name, options),
    segment: segment => set({ segment }),
    liveQuerySegment: ({ connectionName, query }) => set({ segmentQuery: query, connectionName }),
    relation: (relation, parentId) =>
      createRelationClient(transport, schema, name, relation, parentId),
    action: async (actionName, target = {}) =>
      openAction({ ...settings, collection: name }, await schema.action(name, actionName), target),
    runApproved: async (actionName, signed, options = {}) =>
      runApproved(transport, name, await schema.action(name, actionName), signed, options),
    async chart<T>(definition: object, options: RequestOptions = {}) {
      const body = { sourceCollectionName: name, ...definition }
      return chartValue(await transport.json('POST', ['stats', ...path], { ...options, body })) as T
    },
  }
}
