import type { BulkUpdateMeta } from '@service/protocol'
import { type ActionTarget, targetAttributes } from '../action/target.js'
import type { Transport } from '../http/transport.js'
import { buildLinks } from './build-links.js'
import type { CreateOptions } from './record-options.js'

/** The records to change together. */
export type UpdateTarget = Pick<ActionTarget, 'recordIds' | 'allRecords'>

export interface UpdateManyOptions<R extends string = string> extends CreateOptions<R> {
  /** Return the values before the change, of at most 1,000 records. */
  readonly returnPrevious?: boolean
}

/** Sends a bulk update, or its dry run. */
export function sendBulkUpdate(
  transport: Transport,
  path: readonly string[],
  collection: string,
  target: UpdateTarget,
  attributes: object,
  { relations = {}, ...options }: CreateOptions,
  meta: BulkUpdateMeta,
): Promise<unknown> {
  const links = Object.entries(buildLinks(relations)).map(([name, { data }]) => [name, data])
  const values = { ...attributes, ...Object.fromEntries(links) }
  const selected = { ...targetAttributes(collection, target), values }
  const body = { data: { type: 'action-requests', attributes: selected, meta } }
  return transport.json('PUT', path, { ...options, body })
}
