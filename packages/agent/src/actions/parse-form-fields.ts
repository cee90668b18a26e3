import { isObject, ValidationError } from '@service/base'
import { checkSearch } from '@service/datasource-toolkit'
import type { FormRequest } from '@service/engine'

type PlainObject = Readonly<Record<string, unknown>>

/** Reads the values filled in so far, the field that changed and the search text. */
export function parseFormFields(
  attributes: PlainObject,
): Pick<FormRequest, 'values' | 'changedField' | 'search'> {
  const { changed_field: changedField, search_field: searchField } = attributes
  const fields = readFields(attributes.fields)
  const values = fields
    ? Object.fromEntries(fields.map(({ field, value }) => [String(field), value]))
    : attributes.values
  const searched = fields?.find(({ field }) => field === searchField)
  const text = searched?.searchValue ?? attributes.search_value ?? ''
  return {
    values: isObject(values) ? values : {},
    ...(typeof changedField === 'string' && { changedField }),
    ...(typeof searchField === 'string' && {
      search: { field: searchField, text: checkSearch(String(text)) },
    }),
  }
}

function readFields(fields: unknown): readonly PlainObject[] | undefined {
  if (fields === undefined || fields === null) return undefined
  if (Array.isArray(fields) && fields.every(isObject)) return fields
  throw new ValidationError("'data.attributes.fields' must be a list of fields.")
}
