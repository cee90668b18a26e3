import type { PanelRecord } from '../record/panel-record.js'
import type { CollectionModel } from '../schema/collection-model.js'
import type { FilterTree } from './filter-tree.js'
import type { ReadRequest } from './list-request.js'

/**
 * Builds the request that reads some rows of a list again, with the fields that the list shows and
 * whether or not they still match it.
 *
 * @example
 * buildReread(buildListRequest(source, checked, collections, ''), orders, rows)
 */
export function buildReread(
  { method, path, query }: ReadRequest,
  { name, primaryKey }: Pick<CollectionModel, 'name' | 'primaryKey'>,
  rows: readonly PanelRecord[],
): ReadRequest {
  const fields = `fields[${name}]`
  return {
    method,
    path,
    query: {
      ...(query[fields] !== undefined && { [fields]: query[fields] }),
      filters: JSON.stringify(buildKeyFilter(primaryKey, rows)),
      'page[size]': String(rows.length),
    },
  }
}

function buildKeyFilter(primaryKey: readonly string[], rows: readonly PanelRecord[]): FilterTree {
  const [field] = primaryKey
  if (field !== undefined && primaryKey.length === 1) {
    return { field, operator: 'in', value: rows.map(({ values }) => values[field]) }
  }
  return {
    aggregator: 'or',
    conditions: rows.map(({ values }) => ({
      aggregator: 'and',
      conditions: primaryKey.map(name => ({ field: name, operator: 'equal', value: values[name] })),
    })),
  }
}
