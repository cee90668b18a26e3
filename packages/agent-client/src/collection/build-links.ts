import { type RecordId, toWireId } from '../records/record-id.js'

/** The identifier of a related record, or none. */
interface WireLink {
  readonly data: { readonly type: string; readonly id: string } | null
}

/** The relationships of a document, from the ids of to-one relations. */
export function buildLinks(
  relations: Readonly<Record<string, RecordId | null | undefined>>,
): Readonly<Record<string, WireLink>> {
  const given = Object.entries(relations).filter(([, id]) => id !== undefined)
  return Object.fromEntries(
    given.map(([relation, id]) => [
      relation,
      { data: id === null ? null : { type: relation, id: toWireId(id as RecordId) } },
    ]),
  )
}
