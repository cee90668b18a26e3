import type { CollectionModel, FieldModel } from '../schema/collection-model.js'
import { normaliseName } from '../schema/split-words.js'

/** What the head of a page says about a record besides its title. */
export interface RecordFacts {
  /** The field that says in which state the record is. */
  readonly status?: FieldModel
  readonly facts: readonly FieldModel[]
  /** When the record was changed last. */
  readonly updatedAt?: FieldModel
}

const mostFacts = 3
const updatedName =
  /^(?:updated|modified|changed|last_(?:updated|modified|changed))(?:_at|_on|_date)?$/

/**
 * Chooses what the head of a page says about a record: of the columns of its list, those that are
 * not the title.
 *
 * @example
 * chooseFacts(orders).status?.name // 'status'
 */
export function chooseFacts({ fields, columns, titleField }: CollectionModel): RecordFacts {
  const listed = columns.flatMap(({ field }) => fields.get(field) ?? [])
  const status = listed.find(({ show }) => show.name === 'badge')
  const updatedAt = [...fields.values()].find(
    ({ name, columnType }) => columnType === 'Date' && updatedName.test(normaliseName(name)),
  )
  const facts = listed
    .filter(field => field !== status && field !== updatedAt)
    .filter(({ name, isPrimaryKey }) => name !== titleField && !isPrimaryKey)
    .slice(0, mostFacts)
  return { ...(status && { status }), facts, ...(updatedAt && { updatedAt }) }
}
