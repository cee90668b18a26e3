import type { ConditionTree, Join, Scan, SelectNode, SortClause } from '@service/datasource-toolkit'
import { mapLeaves, printTree } from '@service/datasource-toolkit'
import type { AggregatePlan, ListPlan, Lookup, Shape, Step } from './plan.js'

/** Readable text of a plan. It shows which columns are compared, never with which values. */
export function explainPlan(plan: ListPlan | AggregatePlan): string {
  return [`${plan.kind} ${plan.collection.name}`, ...indent(linesOf(plan))].join('\n')
}

function linesOf(plan: ListPlan | AggregatePlan): readonly string[] {
  if (plan.kind === 'fold') return [...linesOf(plan.list), line('fold', aggregationText(plan))]
  const lookups = plan.lookups.flatMap(lookupLines)
  if (plan.isEmpty) return [...lookups, line('nothing', 'no row can match')]
  if (plan.kind === 'list') {
    return [...lookups, line('scan', scanText(plan.scan)), ...plan.steps.flatMap(stepLines)]
  }
  const { select, where, aggregation, limit } = plan.scan
  const text = [
    nodeText({ ...select, columns: [] }),
    whereText(where),
    aggregationText({ aggregation, limit }),
  ]
  return [...lookups, line('fold', join(text))]
}

const line = (word: string, text: string) => `${word.padEnd(8)} ${text}`.trimEnd()
const indent = (lines: readonly string[]) => lines.map(text => `  ${text}`)
const join = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('  ')

function lookupLines({ keys, columns, plan }: Lookup): readonly string[] {
  const title = `${keys.columns.join(', ')} <- ${columns.join(', ')} of ${plan.collection.name}`
  return [line('lookup', title), ...indent(linesOf(plan))]
}

function scanText({ select, where, orderBy, page, after }: Scan): string {
  const paging = [page?.skip ? `skip ${page.skip}` : '', page ? `limit ${page.limit}` : '']
  return join([
    nodeText(select),
    whereText(where),
    orderText(orderBy),
    after && 'after a row',
    ...paging,
  ])
}

function nodeText({ collection, columns, joins }: SelectNode): string {
  const own = columns.length > 0 ? `${collection}(${columns.join(', ')})` : collection
  return [own, ...joins.map(joinText)].join(' ')
}

function joinText({ as, node, where }: Join): string {
  const own = node.columns.length > 0 ? `${as}(${node.columns.join(', ')})` : as
  const scope = where ? ` [${hideValues(where)}]` : ''
  const deeper = node.joins.map(nested => ` ${joinText({ ...nested, as: `${as}:${nested.as}` })}`)
  return `join ${own}${scope}${deeper.join('')}`
}

function whereText(where: ConditionTree | undefined): string {
  return where ? `where ${hideValues(where)}` : ''
}

export function hideValues(tree: ConditionTree): string {
  const hidden = mapLeaves(tree, leaf =>
    leaf.value === undefined ? leaf : { ...leaf, value: '?' },
  )
  return printTree(hidden).replaceAll("'?'", '?')
}

function orderText(clauses: readonly SortClause[]): string {
  const texts = clauses.map(({ field, ascending }) => (ascending ? field : `${field} desc`))
  return texts.length > 0 ? `order by ${texts.join(', ')}` : ''
}

type StepLines = {
  readonly [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => readonly string[]
}

const stepTexts: StepLines = {
  unwrap: ({ as }) => [line('unwrap', as)],
  join: ({ at, as, from, relation, plan }) => {
    const keys = relation.keys
      .map(({ to }, index) => `${[...at, from[index]].join(':')} = ${to}`)
      .join(', ')
    const title = `${[...at, as].join(':')} <- ${relation.target.name} by ${keys}`
    return [line('join', title), ...indent(linesOf(plan))]
  },
  compute: ({ at, as, reads }) => {
    const needs = reads.map(path => [...at, path].join(':')).join(', ')
    return [line('compute', `${[...at, as].join(':')} <- ${needs}`)]
  },
  filter: ({ where }) => [line('filter', hideValues(where))],
  sort: ({ clauses, after }) => [
    line('sort', join([orderText(clauses).slice(9), after && 'after a row'])),
  ],
  page: ({ page }) => [
    line('page', join([page.skip ? `skip ${page.skip}` : '', `limit ${page.limit}`])),
  ],
  shape: ({ shape }) => [line('shape', shapeText(shape))],
}

function stepLines<K extends Step['kind']>(step: Extract<Step, { kind: K }>): readonly string[] {
  return stepTexts[step.kind as K](step)
}

function shapeText({ columns, relations }: Shape): string {
  return [
    ...columns,
    ...[...relations].map(([name, nested]) => `${name}(${shapeText(nested)})`),
  ].join(', ')
}

function aggregationText({
  aggregation,
  limit,
}: Pick<Extract<AggregatePlan, { kind: 'fold' }>, 'aggregation' | 'limit'>): string {
  const { operation, field = '*', groups = [] } = aggregation
  const by = groups.map(group =>
    group.operation ? `${group.operation}(${group.field})` : group.field,
  )
  const cut = limit === undefined ? '' : `limit ${limit}`
  return join([
    `${operation.toLowerCase()}(${field})`,
    by.length > 0 ? `by ${by.join(', ')}` : '',
    cut,
  ])
}
