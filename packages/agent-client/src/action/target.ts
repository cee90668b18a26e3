import { type RowOptions, rowQuery } from '../records/query.js'
import { type RecordId, type RecordIds, toWireId, toWireIds } from '../records/record-id.js'

/** The records to run an action on. Not needed for global actions. */
export interface ActionTarget {
  readonly recordId?: RecordId
  readonly recordIds?: readonly RecordId[]
  /** All records that match these options, except some. */
  readonly allRecords?: Pick<RowOptions, 'filters' | 'search' | 'shouldSearchInRelation'> & {
    readonly segment?: string
    readonly exceptIds?: RecordIds
  }
  /** The record whose to-many relation the records were selected in. */
  readonly parent?: {
    readonly collection: string
    readonly recordId: RecordId
    readonly relation: string
  }
}

/** Builds the attributes of a request that select the records. */
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
