import type {
  Call,
  ColumnType,
  ConditionTree,
  Join,
  Row,
  Scan,
  SelectNode,
} from '@service/datasource-toolkit'
import { evaluate, isLeaf, unnestTree } from '@service/datasource-toolkit'
import { collectionNamed, columnNamed, type MongoSource } from '../collection.js'
import { listPaths } from '../compile/scan-tree.js'
import { combineConditions, hasKey, keyText, readKey } from './keys.js'

type List = (scan: Scan, call: Call) => Promise<Row[]>

/** With more related rows than this, the server joins, and the keys need not be sent. */
const maxKeys = 1_000

/**
 * Replaces conditions on related rows by conditions on the columns that reference them, when those
 * rows are few: an index then finds what a join would look up row by row.
 */
export async function narrowByKeys<S extends Pick<Scan, 'select' | 'where'>>(
  source: MongoSource,
  scan: S,
  list: List,
  call: Call,
): Promise<S> {
  const parts = conjuncts(scan.where)
  if (!parts.some(part => findOnlyRelation(part) !== undefined)) return scan
  const groups = byRelation(parts)
  const narrowed = await Promise.all(
    [...groups].map(([relation, trees]) => {
      const join = scan.select.joins.find(each => each.as === relation)
      const tree = combineConditions(...trees)
      return join && tree ? narrow(source, join, tree, list, call) : tree
    }),
  )
  return { ...scan, where: combineConditions(...narrowed) }
}

function conjuncts(tree: ConditionTree | undefined): readonly ConditionTree[] {
  if (!tree) return []
  return isLeaf(tree) || tree.aggregator === 'Or' ? [tree] : tree.conditions.flatMap(conjuncts)
}

/** Finds the single relation that all paths of a tree start with. */
function findOnlyRelation(tree: ConditionTree): string | undefined {
  const relations = new Set(
    listPaths(tree).map(path =>
      path.includes(':') ? path.slice(0, path.indexOf(':')) : undefined,
    ),
  )
  return relations.size === 1 ? [...relations][0] : undefined
}

function byRelation(parts: readonly ConditionTree[]): Map<string | undefined, ConditionTree[]> {
  const groups = new Map<string | undefined, ConditionTree[]>()
  for (const part of parts) {
    const relation = findOnlyRelation(part)
    groups.set(relation, [...(groups.get(relation) ?? []), part])
  }
  return groups
}

async function narrow(
  source: MongoSource,
  join: Join,
  tree: ConditionTree,
  list: List,
  call: Call,
): Promise<ConditionTree> {
  const related = unnestTree(tree)
  if (matchesMissing(source, join.node, related, call)) return tree
  const to = join.on.map(pair => pair.to)
  const rows = await list(
    {
      select: { ...withoutColumns(join.node), columns: to },
      where: combineConditions(related, join.where),
      orderBy: [],
      page: { skip: 0, limit: maxKeys + 1 },
    },
    call,
  )
  if (rows.length > maxKeys) return tree
  const keys = new Map<string, readonly unknown[]>()
  for (const row of rows) {
    const key = readKey(row, to)
    if (key) keys.set(keyText(key), key)
  }
  return hasKey(
    join.on.map(pair => pair.from),
    [...keys.values()],
  )
}

/** Joins that select nothing are not read, unless the condition uses them. */
function withoutColumns(node: SelectNode): SelectNode {
  const joins = node.joins.map(join => ({ ...join, node: withoutColumns(join.node) }))
  return { ...node, columns: [], joins }
}

/** Whether the condition is true without a related row; keys cannot express that. */
function matchesMissing(
  source: MongoSource,
  node: SelectNode,
  tree: ConditionTree,
  call: Call,
): boolean {
  return evaluate(tree, {}, path => typeAt(source, node, path), call)
}

function typeAt(source: MongoSource, node: SelectNode, path: string): ColumnType | undefined {
  const colon = path.indexOf(':')
  if (colon < 0) {
    return columnNamed(collectionNamed(source, node.collection), path).schema.columnType
  }
  const join = node.joins.find(({ as }) => as === path.slice(0, colon))
  return join && typeAt(source, join.node, path.slice(colon + 1))
}
