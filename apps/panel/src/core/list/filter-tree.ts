/** One condition as an address, a view or a request writes it; its names may be unknown. */
export interface FilterLeaf {
  /** A column, or a path such as `customer:city`. */
  readonly field: string
  /** In snake case. */
  readonly operator: string
  readonly value?: unknown
}

export interface FilterBranch {
  readonly aggregator: 'and' | 'or'
  readonly conditions: readonly FilterTree[]
}

/** A part of a filter text that has no meaning. It is kept so that a person can correct it. */
export interface UnreadableFilter {
  readonly unreadable: string
}

export type FilterTree = FilterLeaf | FilterBranch | UnreadableFilter

export const isBranch = (tree: FilterTree): tree is FilterBranch => 'aggregator' in tree

export const isUnreadable = (tree: FilterTree): tree is UnreadableFilter => 'unreadable' in tree

/** The position of a part in a tree: the index of the condition at each level. */
export type FilterPath = readonly number[]

/**
 * Returns the tree with the part at a path replaced, or removed when there is no replacement. A
 * branch that becomes empty is removed too.
 *
 * @example
 * replacePart(tree, [1]) // the tree without its second condition
 */
export function replacePart(
  tree: FilterTree | undefined,
  path: FilterPath,
  replacement?: FilterTree,
): FilterTree | undefined {
  const [index, ...rest] = path
  if (index === undefined) return replacement
  if (!tree || !isBranch(tree)) return tree
  const conditions = tree.conditions.flatMap((condition, each) => {
    if (each !== index) return [condition]
    return replacePart(condition, rest, replacement) ?? []
  })
  return conditions.length === 0 ? undefined : { ...tree, conditions }
}

/**
 * Returns the tree with a condition added to the branch at a path. What is not a branch becomes the
 * first condition of one.
 *
 * @example
 * addPart(undefined, [], { field: 'status', operator: 'equal', value: 'paid' })
 */
export function addPart(
  tree: FilterTree | undefined,
  path: FilterPath,
  part: FilterTree,
): FilterTree {
  if (!tree) return part
  const [index, ...rest] = path
  if (index === undefined) {
    if (!isBranch(tree)) return { aggregator: 'and', conditions: [tree, part] }
    return { ...tree, conditions: [...tree.conditions, part] }
  }
  if (!isBranch(tree)) return tree
  const conditions = tree.conditions.map((condition, each) =>
    each === index ? addPart(condition, rest, part) : condition,
  )
  return { ...tree, conditions }
}

/**
 * Returns the parts of a filter that are shown as chips: all of them must hold.
 *
 * @example
 * listChips(tree).map(({ path }) => path) // [[0], [1]]
 */
export function listChips(
  tree: FilterTree | undefined,
): readonly { readonly path: FilterPath; readonly tree: FilterTree }[] {
  if (!tree) return []
  if (!isBranch(tree) || tree.aggregator === 'or') return [{ path: [], tree }]
  return tree.conditions.map((condition, index) => ({ path: [index], tree: condition }))
}
