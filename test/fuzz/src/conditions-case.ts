import type { Random, TestTable } from '@service/datasource-toolkit/testing'

type Value = string | number | null
type Values = Readonly<Record<string, Value>>

/** A condition tree as it is sent, over records and values of a form. */
export type Condition =
  | { readonly aggregator: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | {
      readonly field: string
      readonly operator: string
      readonly value?: unknown
      readonly source?: 'data' | 'input'
    }

/** One request to run an action, and the rules it meets. */
export interface ConditionCase {
  readonly scope: Condition | null
  readonly buyerScope: Condition | null
  readonly trigger?: Condition
  readonly requireApproval?: Condition
  /** Of roles 2 and 3. */
  readonly approve: readonly (Condition | undefined)[]
  /** Undefined: all records but those excluded. */
  readonly ids?: readonly number[]
  readonly excluded: readonly number[]
  readonly values: Values
}

const countries = ['FR', 'US']
const statuses = ['paid', 'open', '', 'late paid']
const numbers = [0, 1, 5, 10, 50]
export const ownCountry = '{{currentUser.tags.country}}'

/** Few records with few values, so that conditions meet all, some or none of them. */
export function randomTables(random: Random): readonly TestTable[] {
  const maybe = <T>(value: T) => (random.chance(0.15) ? null : value)
  const buyers = Array.from({ length: 3 }, (_, index) => ({
    id: index + 1,
    country: maybe(random.pick(countries)),
  }))
  const orders = Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    status: maybe(random.pick(statuses)),
    total: maybe(random.pick(numbers)),
    buyer_id: maybe(random.between(1, 4)),
  }))
  const table = (name: string, texts: string[], whole: string[], rows: Values[]): TestTable => ({
    name,
    columns: [
      ...texts.map(column => ({ name: column, type: 'String' as const })),
      ...whole.map(column => ({ name: column, type: 'Number' as const })),
    ],
    primaryKey: ['id'],
    foreignKeys: [],
    rows,
  })
  return [
    table('buyers', ['country'], ['id'], buyers),
    table('orders', ['status'], ['id', 'total', 'buyer_id'], orders),
  ]
}

export function randomCase(random: Random): ConditionCase {
  const maybe = <T>(probability: number, make: () => T) =>
    random.chance(probability) ? make() : undefined
  const tree = (depth: number) => () =>
    randomTree(random, depth, [...recordLeaves, ...recordLeaves, ...inputLeaves])
  const ids = Array.from({ length: 9 }, (_, index) => index + 1)
  return {
    scope: maybe(0.4, () => randomTree(random, 1, recordLeaves)) ?? null,
    buyerScope: maybe(0.6, () => randomLeaf(random, buyerLeaves)) ?? null,
    trigger: maybe(0.5, tree(2)),
    requireApproval: maybe(0.5, tree(2)),
    approve: [maybe(0.9, tree(1)), maybe(0.9, tree(1))],
    ids: maybe(0.7, () => [random.pick(ids), ...random.some(ids, random.pick([0, 0.3]))]),
    excluded: random.some(ids, 0.3),
    values: { Amount: random.pick([...numbers, null]), Note: random.pick([...statuses, null]) },
  }
}

interface LeafKind {
  readonly field: string
  readonly operands: Readonly<Record<string, readonly unknown[]>>
  readonly source?: 'input'
}

const onNumbers = {
  equal: [...numbers, null],
  not_equal: numbers,
  greater_than: numbers,
  less_than: numbers,
  in: [[1, 5], [10, 50], []],
  present: [undefined],
  blank: [undefined],
}
const onTexts = {
  equal: statuses,
  not_equal: [...statuses, null],
  contains: ['paid', 'late', 'x'],
  in: [['paid', 'open'], ['late paid']],
  present: [undefined],
  blank: [undefined],
}
const onCountries = {
  equal: [...countries, ownCountry],
  not_equal: [...countries, ownCountry],
  in: [
    ['FR', 'US'],
    [ownCountry, 'DE'],
  ],
  present: [undefined],
}

const recordLeaves: readonly LeafKind[] = [
  { field: 'status', operands: onTexts },
  { field: 'total', operands: onNumbers },
  { field: 'buyer:country', operands: onCountries },
]
const buyerLeaves: readonly LeafKind[] = [{ field: 'country', operands: onCountries }]
const inputLeaves: readonly LeafKind[] = [
  { field: 'Amount', operands: onNumbers, source: 'input' },
  { field: 'Note', operands: onTexts, source: 'input' },
]

function randomTree(random: Random, depth: number, leaves: readonly LeafKind[]): Condition {
  if (depth === 0 || random.chance(0.4)) return randomLeaf(random, leaves)
  const conditions = Array.from({ length: random.between(0, 3) }, () =>
    randomTree(random, depth - 1, leaves),
  )
  return { aggregator: random.pick(['and', 'or'] as const), conditions }
}

function randomLeaf(random: Random, leaves: readonly LeafKind[]): Condition {
  const { field, operands, source } = random.pick(leaves)
  const operator = random.pick(Object.keys(operands))
  const value = random.pick(operands[operator]!)
  return {
    field,
    operator,
    ...(value !== undefined && { value }),
    ...(source ? { source } : random.chance(0.3) && { source: 'data' as const }),
  }
}
