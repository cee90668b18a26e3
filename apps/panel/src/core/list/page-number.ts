import { blockSize } from './list-request.js'

/** A page of a list, among how many, and whether there are pages beside it. */
export interface PagePosition {
  readonly page: number
  /** Undefined when the number of records is not known. */
  readonly pageCount: number | undefined
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/**
 * Returns where a page is among those of its list. A full page may have another one after it unless
 * the count is exact and says otherwise.
 *
 * @example
 * findPagePosition(2, 100, { count: 2_000, isEstimated: true }).pageCount // 20
 */
export function findPagePosition(
  page: number,
  rowCount: number,
  total: { readonly count: number; readonly isEstimated: boolean } | null | undefined,
): PagePosition {
  const isFull = rowCount >= blockSize
  const known = total ? Math.max(1, Math.ceil(total.count / blockSize)) : undefined
  const hasNext = isFull && (total?.isEstimated !== false || page * blockSize < total.count)
  return {
    page,
    pageCount: known === undefined ? undefined : Math.max(known, hasNext ? page + 1 : page),
    hasPrevious: page > 1,
    hasNext,
  }
}
