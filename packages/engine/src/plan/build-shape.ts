import type { FieldPath } from '@service/datasource-toolkit'
import type { DraftNode } from './draft-select.js'
import type { DraftSteps } from './draft-steps.js'
import type { Shape } from './plan.js'

/** Returns the shape that reduces rows to a projection; undefined when they hold nothing else. */
export function buildShape(draft: DraftSteps, projection: readonly FieldPath[]): Shape | undefined {
  const wanted = new Set(projection)
  const isExact = [...draft.held].every(path => wanted.has(path)) && !hasBareJoin(draft.root)
  return isExact ? undefined : shapeFor(projection)
}

/** A join used only by a condition or a sort leaves an empty nested row. */
function hasBareJoin({ joins }: DraftNode): boolean {
  return [...joins.values()].some(({ node }) => !holdsColumns(node) || hasBareJoin(node))
}

function holdsColumns({ columns, joins }: DraftNode): boolean {
  return columns.size > 0 || [...joins.values()].some(({ node }) => holdsColumns(node))
}

/** Returns the shape of a projection. */
export function shapeFor(paths: readonly FieldPath[]): Shape {
  const columns = new Set<string>()
  const nested = new Map<string, FieldPath[]>()
  for (const path of paths) {
    const colon = path.indexOf(':')
    if (colon < 0) {
      columns.add(path)
      continue
    }
    const relation = path.slice(0, colon)
    const rest = nested.get(relation) ?? []
    rest.push(path.slice(colon + 1))
    nested.set(relation, rest)
  }
  const relations = new Map([...nested].map(([name, rest]) => [name, shapeFor(rest)]))
  return { columns: [...columns], relations }
}
