import { isObject } from '@service/base'

/** The ids in the body of a bulk request; undefined when it selects all records of a list. */
export function selectedIds(
  body: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const { data } = body
  if (Array.isArray(data)) return texts(data.map(item => (isObject(item) ? item.id : undefined)))
  const attributes = isObject(data) && isObject(data.attributes) ? data.attributes : {}
  const { ids, all_records } = attributes
  const isAll = all_records === true || all_records === 'true'
  return isAll || !Array.isArray(ids) ? undefined : texts(ids)
}

function texts(ids: readonly unknown[]): readonly string[] {
  return ids.flatMap(id => (typeof id === 'string' || typeof id === 'number' ? String(id) : []))
}
