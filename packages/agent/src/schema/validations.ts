import {
  type ConditionTree,
  isLeaf,
  isRelativeOperator,
  type Leaf,
  type Operator,
  rewriteLeaf,
} from '@service/datasource-toolkit'
import type { BinaryMode, ColumnModel } from '@service/engine'
import type { SchemaValidation } from '@service/protocol'

interface ValidationKind {
  readonly type: string
  readonly message: (value: string) => string
  /** Which of two rules of this kind is stricter; when absent, the first one is used. */
  readonly stricter?: 'greater' | 'less'
}

/** The rules that clients support. */
const kinds: Partial<Readonly<Record<Operator, ValidationKind>>> = {
  Present: { type: 'is present', message: () => 'Field is required' },
  After: {
    type: 'is after',
    message: value => `Value must be after ${value}`,
    stricter: 'greater',
  },
  Before: {
    type: 'is before',
    message: value => `Value must be before ${value}`,
    stricter: 'less',
  },
  Contains: { type: 'contains', message: value => `Value must contain ${value}` },
  GreaterThan: {
    type: 'is greater than',
    message: value => `Value must be greater than ${value}`,
    stricter: 'greater',
  },
  GreaterThanOrEqual: {
    type: 'is greater than or equal to',
    message: value => `Value must be greater than or equal to ${value}`,
    stricter: 'greater',
  },
  LessThan: {
    type: 'is less than',
    message: value => `Value must be less than ${value}`,
    stricter: 'less',
  },
  LessThanOrEqual: {
    type: 'is less than or equal to',
    message: value => `Value must be less than or equal to ${value}`,
    stricter: 'less',
  },
  LongerThan: {
    type: 'is longer than',
    message: value => `Value must be longer than ${value} characters`,
    stricter: 'greater',
  },
  ShorterThan: {
    type: 'is shorter than',
    message: value => `Value must be shorter than ${value} characters`,
    stricter: 'less',
  },
  Match: { type: 'is like', message: value => `Value must match ${value}` },
}

const known: ReadonlySet<Operator> = new Set(Object.keys(kinds) as Operator[])
const noClock = { timezone: 'UTC', now: new Date(0) }

/**
 * The rules of a column that a client can check itself, at most one of each kind. Those of a
 * binary column apply to the text its bytes are encoded as.
 */
export function describeValidations(column: ColumnModel, mode?: BinaryMode): SchemaValidation[] {
  const isBinary = mode !== undefined && column.columnType === 'Binary'
  const leaves = isBinary
    ? textRules(column, mode)
    : column.checks.flatMap(rule => toKnownLeaves({ field: column.name, ...rule }, column))
  const byOperator = new Map<Operator, Leaf>()
  for (const leaf of leaves) {
    const earlier = byOperator.get(leaf.operator)
    byOperator.set(leaf.operator, earlier ? merge(earlier, leaf) : leaf)
  }
  return [...byOperator.values()].map(describe)
}

const patterns: Readonly<Record<BinaryMode, RegExp>> = {
  hex: /^[0-9a-f]+$/,
  datauri: /^data:.*;base64,.*/,
}

/** Presence and format; a byte is two hexadecimal digits, whereas the length of a data URI says little. */
function textRules({ name: field, checks }: ColumnModel, mode: BinaryMode): readonly Leaf[] {
  const kept = checks.flatMap(({ operator, value }): Leaf[] => {
    if (operator === 'Present') return [{ field, operator }]
    const isLength = operator === 'LongerThan' || operator === 'ShorterThan'
    return isLength && mode === 'hex' ? [{ field, operator, value: Number(value) * 2 }] : []
  })
  return [...kept, { field, operator: 'Match', value: patterns[mode] }]
}

// A rule that depends on the current time would be fixed at the time the schema was written.
function toKnownLeaves(leaf: Leaf, { columnType }: ColumnModel): readonly Leaf[] {
  if (isRelativeOperator(leaf.operator)) return []
  const tree = rewriteLeaf(leaf, columnType, known, noClock)
  return (tree && conjunction(tree)) ?? []
}

/** The leaves that must all hold; undefined when the tree is not a conjunction. */
function conjunction(tree: ConditionTree): readonly Leaf[] | undefined {
  if (isLeaf(tree)) return [tree]
  if (tree.aggregator === 'Or') return undefined
  const parts = tree.conditions.map(conjunction)
  return parts.every(part => part !== undefined) ? parts.flat() : undefined
}

function merge(a: Leaf, b: Leaf): Leaf {
  if (a.operator === 'Match') return { ...a, value: matchBoth(a.value, b.value) }
  const { stricter } = kinds[a.operator]!
  if (!stricter) return a
  const isGreater = (b.value as number) > (a.value as number)
  return isGreater === (stricter === 'greater') ? b : a
}

function matchBoth(a: unknown, b: unknown): RegExp {
  const [first, second] = [toRegExp(a), toRegExp(b)]
  const anywhere = ({ source }: RegExp) => `(?=[\\s\\S]*(?:${source}))`
  const flags = [...new Set(first.flags + second.flags)].join('')
  return new RegExp(`^${anywhere(first)}${anywhere(second)}`, flags)
}

function describe({ operator, value }: Leaf): SchemaValidation {
  const { type, message } = kinds[operator]!
  if (value === undefined) return { type, message: message('') }
  const shown = operator === 'Match' ? String(toRegExp(value)) : value
  return { type, value: shown, message: message(String(shown)) }
}

function toRegExp(value: unknown): RegExp {
  if (value instanceof RegExp) return value
  const text = String(value)
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(text)
  return parts ? new RegExp(parts[1]!, parts[2]) : new RegExp(text)
}
