import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import type { Crossing } from './crossings.js'
import { internProjection, type ParsedList } from './parse-list-query.js'
import { isReadable, requireCrossings } from './require-crossings.js'

const narrowed = new WeakMap<ParsedList, Map<string, ParsedList>>()

/** The list as the caller may ask it: relations nobody named are left out when not allowed. */
export function authoriseList(runtime: Runtime, access: Access, parsed: ParsedList): ParsedList {
  requireCrossings(access, parsed.crossings)
  let denied: Crossing[] | undefined
  for (const crossing of parsed.optionalCrossings) {
    if (isReadable(access, crossing.target)) continue
    denied ??= []
    denied.push(crossing)
  }
  return denied === undefined ? parsed : withoutCrossings(runtime, parsed, denied)
}

/** Kept, so that the same refusal gives the same query object. */
function withoutCrossings(
  runtime: Runtime,
  parsed: ParsedList,
  denied: readonly Crossing[],
): ParsedList {
  const key = denied.map(crossing => crossing.prefix).join(' ')
  const variants = narrowed.get(parsed) ?? new Map<string, ParsedList>()
  narrowed.set(parsed, variants)
  const known = variants.get(key)
  if (known !== undefined) return known
  const isKept = (path: string) => !denied.some(({ prefix }) => path.startsWith(prefix))
  const narrow = (paths: readonly string[]) =>
    internProjection(runtime, parsed.collection, paths.filter(isKept))
  const variant: ParsedList = {
    ...parsed,
    projection: narrow(parsed.projection),
    columns: parsed.columns.filter(column => isKept(column.text)),
    query: { ...parsed.query, projection: narrow(parsed.query.projection) },
  }
  variants.set(key, variant)
  return variant
}
