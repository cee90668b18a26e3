import type { FieldModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import { internProjection } from './parse-list-query.js'
import { buildProjection } from './parse-projection.js'
import type { ParsedList } from './parsed-list.js'
import { isSeen, requireUses } from './require-uses.js'

type Hidden = readonly (ReadonlySet<FieldModel> | undefined)[]

interface Variant {
  /** Of each collection the list uses. */
  readonly hidden: Hidden
  readonly list: ParsedList
}

const narrowed = new WeakMap<ParsedList, readonly Variant[]>()
/** Roles that see different fields of one list; the oldest variant is evicted. */
const maxVariants = 64

/**
 * Restricts a list to what the caller may see: requested fields must be visible, and default fields
 * are left out when they are not.
 */
export function authoriseList(runtime: Runtime, access: Access, parsed: ParsedList): ParsedList {
  const { hiddenIn } = access
  if (hiddenIn === undefined) return parsed
  const hidden = parsed.touched.map(hiddenIn)
  if (hidden.every(fields => fields === undefined)) return parsed
  const variants = narrowed.get(parsed) ?? []
  const known = variants.find(variant => isSame(variant.hidden, hidden))
  if (known) return known.list
  requireUses(access, parsed.uses)
  const list = parsed.isDefault ? withoutHidden(runtime, access, parsed) : parsed
  // Cached, so that the same restrictions return the same query object.
  narrowed.set(parsed, [{ hidden, list }, ...variants.slice(0, maxVariants - 1)])
  return list
}

function withoutHidden(runtime: Runtime, access: Access, parsed: ParsedList): ParsedList {
  const { collection, query, keyset } = parsed
  const columns = parsed.columns.filter(path => isSeen(access, collection, path))
  const projection = internProjection(runtime, collection, buildProjection(collection, columns))
  const sorted = keyset?.sort.map(clause => clause.field) ?? []
  const read = internProjection(runtime, collection, [...new Set([...projection, ...sorted])])
  return { ...parsed, columns, projection, query: { ...query, projection: read } }
}

function isSame(one: Hidden, other: Hidden): boolean {
  return one.every((fields, index) => fields === other[index])
}
