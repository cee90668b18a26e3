import { type RowOptions, rowQuery } from '../records/query.js'
import { type RecordId, type RecordIds, toWireId, toWireIds } from '../records/record-id.js'

/** The records an action is meant for. An action on no record needs none of these. */
export interface ActionTarget {
  readonly recordId?: RecordId
  readonly recordIds?: readonly RecordId[]
  /** Everything these options match, but for some. */
  readonly allRecords?: Pick<RowOptions, 'filters' | 'search' | 'shouldSearchInRelation'> & {
    readonly segment?: string
    readonly exceptIds?: RecordIds
  }
  /** The record in whose to-many relation the records were chosen. */
  readonly parent?: {
    readonly collection: string
    readonly recordId: RecordId
    readonly relation: string
  }
}

/** The attributes of a request that say which records are meant. */
export function targetAttributes(collection: string, target: ActionTarget): object {
  const { recordId, recordIds = [], allRecords, parent } = target
  const ids = recordId === undefined ? recordIds : [recordId, ...recordIds]
  return {
    collection_name: collection,
    ids: toWireIds(ids),
    ...(allRecords ? allAttributes(allRecords) : { all_records: false }),
    ...(parent && {
      parent_collection_name: parent.collection,
      parent_collection_id: toWireId(parent.recordId),
      parent_association_name: parent.relation,
    }),
  }
}

function allAttributes(all: NonNullable<ActionTarget['allRecords']>): object {
  const { segment, exceptIds = [], ...rows } = all
  return {
    all_records: true,
    all_records_ids_excluded: toWireIds(exceptIds),
    all_records_subset_query: { ...rowQuery(rows), ...(segment !== undefined && { segment }) },
  }
}
