import type { FieldPath, SelectNode } from '@service/datasource-toolkit'

/** Returns the paths of the cells of a node, in the order of `listCells`. */
export function cellPaths({ columns, joins }: SelectNode): readonly FieldPath[] {
  const joined = joins.flatMap(({ as, node }) => cellPaths(node).map(path => `${as}:${path}`))
  return [...columns, ...joined]
}
