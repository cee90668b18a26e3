import { isDeepStrictEqual } from 'node:util'
import type { PatchOperation } from '@service/protocol'

/** Creates the JSON Patch that makes one JSON value of another; empty when they are equal. */
export function createPatch(before: unknown, after: unknown, path = ''): PatchOperation[] {
  if (before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path)
  if (isObject(before) && isObject(after)) return compareObjects(before, after, path)
  return [{ op: 'replace', path, value: after }]
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compareObjects(before: JsonObject, after: JsonObject, path: string): PatchOperation[] {
  const removed = Object.keys(before).filter(name => !Object.hasOwn(after, name))
  return [
    ...removed.map(name => ({ op: 'remove', path: appendName(path, name) }) as const),
    ...Object.entries(after).flatMap(([name, value]): PatchOperation[] => {
      const at = appendName(path, name)
      if (Object.hasOwn(before, name)) return createPatch(before[name], value, at)
      return [{ op: 'add', path: at, value }]
    }),
  ]
}

/** Compares what is between the items that both lists begin and end with, one by one. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): PatchOperation[] {
  const start = countEqual(before, after)
  const end = countEqual(before.slice(start).reverse(), after.slice(start).reverse())
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const shared = Math.min(old.length, fresh.length)
  const at = (index: number) => `${path}/${start + index}`
  return [
    ...fresh.slice(0, shared).flatMap((value, index) => createPatch(old[index], value, at(index))),
    // Each removal moves the next item to the same index.
    ...old.slice(shared).map(() => ({ op: 'remove', path: at(shared) }) as const),
    ...fresh
      .slice(shared)
      .map((value, index) => ({ op: 'add', path: at(shared + index), value }) as const),
  ]
}

/** How many items two lists begin with in common. */
function countEqual(one: readonly unknown[], other: readonly unknown[]): number {
  const length = Math.min(one.length, other.length)
  let count = 0
  while (count < length && isDeepStrictEqual(one[count], other[count])) count++
  return count
}

/** RFC 6901 §3: `~` and `/` in a name are escaped. */
const appendName = (path: string, name: string) =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
