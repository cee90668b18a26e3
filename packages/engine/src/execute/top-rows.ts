import type { Row } from '@service/datasource-toolkit'
import { sortKey, sortKeyOrder } from '@service/datasource-toolkit'
import type { ListPlan, Step } from '../plan/plan.js'
import { createTypeLookup } from './create-type-lookup.js'

type SortStep = Extract<Step, { kind: 'sort' }>

/** Keeps the first rows of an order, of any number of added rows. */
export interface TopRows {
  add(rows: readonly Row[]): void
  sorted(): Row[]
}

/** Extra rows kept before they are cut: cutting sorts, so it is done rarely. */
const extraRows = 1000

export function topRows(
  { clauses, after }: SortStep,
  { collection }: ListPlan,
  wanted: number,
): TopRows {
  const compare = sortKeyOrder(clauses, createTypeLookup(collection), collection.capabilities.nulls)
  let kept: { readonly row: Row; readonly key: readonly unknown[] }[] = []
  /** Sort values of the last row of the current page; rows after it cannot be on the page. */
  let bound: readonly unknown[] | undefined
  const cut = () => {
    kept.sort((a, b) => compare(a.key, b.key))
    if (kept.length < wanted) return
    kept = kept.slice(0, wanted)
    bound = kept.at(-1)?.key
  }
  return {
    add(rows) {
      for (const row of rows) {
        const key = sortKey(row, clauses)
        if (after && compare(key, after) <= 0) continue
        if (bound && compare(key, bound) >= 0) continue
        kept.push({ row, key })
        if (kept.length >= 2 * wanted + extraRows) cut()
      }
    },
    sorted() {
      cut()
      return kept.map(({ row }) => row)
    },
  }
}
