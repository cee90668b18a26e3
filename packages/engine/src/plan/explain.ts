import type { ConditionTree, Join, Scan, SelectNode, SortClause } from '@service/datasource-toolkit'
import { mapLeaves, printTree } from '@service/datasource-toolkit'
import type { Measure, Measures } from '../execute/trace.js'
import type { AggregatePlan, ListPlan, Lookup, Shape, Step } from './plan.js'

/**
 * Formats a plan. It shows which columns are compared, but no values. With measures, each line
 * ends with rows and time.
 */
export function explainPlan(
  plan: ListPlan | AggregatePlan,
  measures: Measures = noMeasures,
): string {
  return [`${plan.kind} ${plan.collection.name}`, ...indent(formatLines(plan, measures))].join('\n')
}

const noMeasures: Measures = new Map()

function formatLines(plan: ListPlan | AggregatePlan, measures: Measures): readonly string[] {
  if (plan.kind === 'fold') {
    const fold = line('fold', aggregationText(plan), measures.get(plan))
    return [...formatLines(plan.list, measures), fold]
  }
  const lookups = plan.lookups.flatMap(lookup => lookupLines(lookup, measures))
  if (plan.otherwise && measures.has(plan.otherwise)) {
    return [...lookups, line('instead', 'too many keys'), ...formatLines(plan.otherwise, measures)]
  }
  if (plan.isEmpty) return [...lookups, line('nothing', 'no row can match')]
  if (plan.kind === 'list') {
    const scan = line('scan', scanText(plan.scan), measures.get(plan))
    const steps = plan.steps.flatMap(step => stepLines(step, measures))
    return [...lookups, scan, ...steps, ...csvLines(plan)]
  }
  const { select, where, aggregation, limit } = plan.scan
  const text = [
    nodeText({ ...select, columns: [] }),
    whereText(where),
    aggregationText({ aggregation, limit }),
  ]
  return [...lookups, line('fold', join(text), measures.get(plan))]
}

function csvLines({ csv }: ListPlan): readonly string[] {
  if (!csv) return []
  return [line('csv', csv.kind === 'source' ? 'by the source' : `by the agent: ${csv.reason}`)]
}

function line(word: string, text: string, measure?: Measure): string {
  const plain = `${word.padEnd(8)} ${text}`.trimEnd()
  return measure ? `${plain}  [${measure.rows} rows, ${measure.ms.toFixed(1)} ms]` : plain
}

const indent = (lines: readonly string[]) => lines.map(text => `  ${text}`)
const join = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('  ')

function lookupLines({ keys, columns, plan }: Lookup, measures: Measures): readonly string[] {
  const title = `${keys.columns.join(', ')} <- ${columns.join(', ')} of ${plan.collection.name}`
  return [line('lookup', title), ...indent(formatLines(plan, measures))]
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

type StepTexts = {
  readonly [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => string
}

const stepTexts: StepTexts = {
  unwrap: ({ as }) => as,
  join: ({ at, as, from, relation }) => {
    const keys = relation.keys
      .map(({ to }, index) => `${[...at, from[index]].join(':')} = ${to}`)
      .join(', ')
    return `${[...at, as].join(':')} <- ${relation.target.name} by ${keys}`
  },
  compute: ({ at, as, reads }) => {
    const needs = reads.map(path => [...at, path].join(':')).join(', ')
    return `${[...at, as].join(':')} <- ${needs}`
  },
  filter: ({ where }) => hideValues(where),
  sort: ({ clauses, after }) => join([orderText(clauses).slice(9), after && 'after a row']),
  page: ({ page }) => join([page.skip ? `skip ${page.skip}` : '', `limit ${page.limit}`]),
  shape: ({ shape }) => shapeText(shape),
}

function stepLines(step: Step, measures: Measures): readonly string[] {
  const own = line(step.kind, stepText(step), measures.get(step))
  return step.kind === 'join' ? [own, ...indent(formatLines(step.plan, measures))] : [own]
}

function stepText<K extends Step['kind']>(step: Extract<Step, { kind: K }>): string {
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
