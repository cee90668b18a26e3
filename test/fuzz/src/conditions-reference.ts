import type { TestTable } from '@service/datasource-toolkit/testing'
import { type Condition, type ConditionCase, ownCountry } from './conditions-case.js'

type Row = Readonly<Record<string, unknown>>
type Leaf = Extract<Condition, { readonly field: string }>

/** What must come of a request: whether it runs, and if not, which roles can approve it. */
export type ExpectedResult = 'runs' | 'refused' | { readonly approvers: readonly number[] }

/** Looks at one record after the other, as the documentation reads. */
export function evaluateCase(
  asked: ConditionCase,
  tables: readonly TestTable[],
  country: string,
): ExpectedResult {
  const [buyers = [], orders = []] = tables.map(table => table.rows)
  const sees = (scope: Condition | null, row: Row) => !scope || holds(scope, row, {}, country)
  // Scopes choose the records. What conditions then read of them, and of their buyers, is unscoped.
  const visible = orders
    .map(order => withBuyer(order, buyers))
    .filter(order => sees(asked.scope, order))
  const { ids, excluded, values } = asked
  const selected: readonly (Row | undefined)[] = ids
    ? ids.map(id => visible.find(order => order.id === id))
    : visible.filter(order => !excluded.includes(order.id as number))
  const isMissing = selected.includes(undefined)

  const coversAll = (condition: Condition) =>
    holds(condition, 'all data', values, country) &&
    selected.every(order => holds(condition, order ?? 'no data', values, country))
  // A record that nobody may look at is taken to match.
  const matchesSome = (condition: Condition) =>
    holds(condition, 'no data', values, country) ||
    (isMissing && holds(condition, 'all data', values, country)) ||
    selected.some(order => order && holds(condition, order, values, country))

  if (asked.trigger && !coversAll(asked.trigger)) return 'refused'
  if (asked.requireApproval && !matchesSome(asked.requireApproval)) return 'runs'
  const mayApprove = (condition: Condition | undefined) =>
    !condition || JSON.stringify(condition).includes(ownCountry) || coversAll(condition)
  return { approvers: [2, 3].filter((_, index) => mayApprove(asked.approve[index])) }
}

function withBuyer(order: Row, buyers: readonly Row[]): Row {
  const buyer = buyers.find(({ id }) => id === order.buyer_id)
  return { ...order, 'buyer:country': buyer?.country ?? null }
}

/** With `all data` or `no data`, every condition on a record holds, or none does. */
function holds(
  condition: Condition,
  row: Row | 'all data' | 'no data',
  values: Row,
  country: string,
): boolean {
  if ('aggregator' in condition) {
    const inner = (each: Condition) => holds(each, row, values, country)
    const { aggregator, conditions } = condition
    return aggregator === 'and' ? conditions.every(inner) : conditions.some(inner)
  }
  if (condition.source === 'input') return compare(condition, values[condition.field], country)
  if (typeof row === 'string') return row === 'all data'
  return compare(condition, row[condition.field], country)
}

function compare({ operator, value }: Leaf, actual: unknown, country: string): boolean {
  const given = (operand: unknown) => (operand === ownCountry ? country : operand)
  const operand = Array.isArray(value) ? value.map(given) : given(value)
  const tests: Record<string, () => boolean> = {
    equal: () => actual === operand,
    not_equal: () => actual !== operand,
    in: () => (operand as unknown[]).includes(actual),
    contains: () => typeof actual === 'string' && actual.includes(operand as string),
    greater_than: () => actual !== null && (actual as number) > (operand as number),
    less_than: () => actual !== null && (actual as number) < (operand as number),
    present: () => actual !== null && actual !== '',
    blank: () => actual === null || actual === '',
  }
  return tests[operator]!()
}
