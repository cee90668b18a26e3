import type { ConditionTree, FieldPath } from '@service/datasource-toolkit'

/** Lists the paths a condition reads. */
export function listPaths(tree: ConditionTree | undefined): FieldPath[] {
  if (!tree) return []
  return 'operator' in tree ? [tree.field] : tree.conditions.flatMap(listPaths)
}
