/**
 * Returns the order of the keys that are left after a merge: that of the side which changed it, with
 * the additions of the other side after the key they follow there. Undefined when both changed it,
 * each in its own way.
 *
 * @example
 * mergeOrder(['a', 'b'], ['b', 'a'], ['a', 'b', 'c'], new Set('abc')) // ['b', 'c', 'a']
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  left: ReadonlySet<string>,
): readonly string[] | undefined {
  const sides = [base, mine, theirs].map(keys => keys.filter(key => left.has(key)))
  const isCommon = (key: string) => sides.every(keys => keys.includes(key))
  const [before = '', own = '', other = ''] = sides.map(keys =>
    JSON.stringify(keys.filter(isCommon)),
  )
  if (own === before) return joinOrders(theirs, mine, left)
  if (other === before || own === other) return joinOrders(mine, theirs, left)
  return undefined
}

/**
 * Returns the keys that are left in one order, with those that only another order has after the key
 * they follow there.
 *
 * @example
 * joinOrders(['b', 'a'], ['a', 'c'], new Set('abc')) // ['b', 'a', 'c']
 */
export function joinOrders(
  leading: readonly string[],
  other: readonly string[],
  left: ReadonlySet<string>,
): readonly string[] {
  const result = [...new Set(leading)].filter(key => left.has(key))
  const present = new Set(result)
  let previous: string | undefined
  for (const key of other) {
    if (!left.has(key)) continue
    if (!present.has(key)) {
      const position = previous === undefined ? 0 : result.indexOf(previous) + 1
      result.splice(position, 0, key)
      present.add(key)
    }
    previous = key
  }
  return result
}
