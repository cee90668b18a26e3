import { type Draft, getField } from '../../core/record/draft.js'
import type { RelatedChoice } from '../../core/record/record-title.js'
import type {
  CollectionModel,
  Collections,
  FieldModel,
} from '../../core/schema/collection-model.js'
import { ShowField } from '../../widgets/show-value.js'

interface ShowDraftValueProps {
  readonly field: FieldModel
  readonly collection: CollectionModel
  readonly collections: Collections
  readonly draft: Draft
  readonly value: unknown
}

/** A value of a draft as a record would show it, in one line and without links. */
export function ShowDraftValue(props: ShowDraftValueProps) {
  const { field, collection, collections, draft, value } = props
  const { name, kind } = field
  const choice = kind === 'to-one' ? (value as RelatedChoice | null) : null
  if (choice) return choice.title
  const values = Object.fromEntries(
    [...collection.fields.values()]
      .filter(each => each.kind === 'column')
      .map(each => [each.name, getField(draft, each.name)]),
  )
  const record = {
    id: draft.id ?? '',
    collection: collection.name,
    values: kind === 'column' ? { ...values, [name]: value } : values,
    related: kind === 'to-one' ? { [name]: null } : {},
  }
  return <ShowField record={record} field={field} collections={collections} isInTable isPlain />
}
