import { ForbiddenError } from '@service/base'
import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import { relationKeyText } from '../execute/relation-key-text.js'
import { plainList } from '../list.js'
import type { EngineCall, ToOneModel } from '../model/model.js'
import { matchRows, requirePrimaryKey } from './parents.js'

/**
 * Finds the record that each parent references. Where the caller has a scope, a key that references
 * a record outside of it and one that references none throw the same error: the caller must not be
 * able to distinguish them.
 */
export async function findRelated(
  relation: ToOneModel,
  parents: readonly Row[],
  call: EngineCall,
  columns: readonly string[] = [],
): Promise<readonly Row[]> {
  const { target, keys } = relation
  const read = [...requirePrimaryKey(target), ...keys.map(({ to }) => to), ...columns]
  const projection = [...new Set(read)]
  const filter = { conditionTree: matchKeys(relation, parents) }
  const query = { collection: target, filter, projection, sort: [] }
  const all = await plainList(query, { ...call, findScope: undefined })
  // When a key matches several records, the first by primary key is used.
  const formatKey = createKeyFormatter(relation, 'to')
  const first = new Map<string | undefined, Row>()
  for (const row of all) {
    const text = formatKey(row)
    if (!first.has(text)) first.set(text, row)
  }
  const rows = [...first.values()]
  if (call.findScope?.(target)) {
    const visible =
      rows.length > 0 ? await plainList({ ...query, filter: matchRows(target, rows) }, call) : []
    const known = new Set(visible.map(formatKey))
    const parentKeys = parents.map(createKeyFormatter(relation, 'from'))
    if (parentKeys.some(key => key !== undefined && !known.has(key))) {
      call.refusedCreations?.get(relation)?.()
      throw new ForbiddenError(
        `'${relation.name}' references a record that does not exist or that you may not change.`,
        { data: { rule: { kind: 'scope' } } },
      )
    }
  }
  return rows
}

export function matchKeys({ keys }: ToOneModel, parents: readonly Row[]): ConditionTree {
  return ConditionTreeFactory.matchIds(
    keys.map(({ to }) => to),
    parents.map(parent => keys.map(({ from }) => parent[from])),
  )
}

/** Equal for equal keys; undefined when a column is null, which matches nothing. */
export function createKeyFormatter(
  relation: ToOneModel,
  side: 'from' | 'to',
): (row: Row) => string | undefined {
  const formatKey = relationKeyText(relation)
  return row => formatKey(relation.keys.map(key => row[key[side]]))
}
