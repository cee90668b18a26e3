/** What the fixed list routes read from the address. */
export interface ListQuery {
  readonly size: number
  readonly skip: number
  readonly sort: 'id' | 'ordered_at'
  readonly isDeep: boolean
  readonly isComputed: boolean
}

/** Past a few thousand rows, keys are walked first and rows fetched afterwards. */
const DEEP = 5000

export function readListQuery(search: URLSearchParams): ListQuery {
  const size = Number(search.get('page[size]'))
  const page = Number(search.get('page[number]'))
  return {
    size,
    skip: (page - 1) * size,
    sort: search.get('sort') === '-id' ? 'id' : 'ordered_at',
    isDeep: page * size > DEEP,
    isComputed: search.get('fields[orders]')?.includes('customer_label') ?? false,
  }
}

/** The value of the one filter the workloads use. */
export function filterValue(search: URLSearchParams): string | undefined {
  const filters = search.get('filters')
  return filters ? JSON.parse(filters).value : undefined
}
