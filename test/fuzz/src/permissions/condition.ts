import type { Random } from '@service/datasource-toolkit/testing'
import type { Person } from './person.js'
import { type ValueKind, valuesByKind } from './shape.js'

/** A condition as it is sent, and as it must be understood; undefined: it cannot be read. */
export interface Condition {
  readonly sent: object
  readonly meant: object | undefined
}

/** A condition on one of these columns, or on two. */
export function randomCondition(
  random: Random,
  columns: readonly (readonly [name: string, kind: ValueKind])[],
  person: Person,
): Condition {
  const leaf = () => randomLeaf(random, ...random.pick(columns), person)
  if (random.chance(0.7)) return leaf()
  const aggregator = random.pick(['and', 'or'])
  const leaves = [leaf(), leaf()]
  const meant = leaves.map(each => each.meant)
  return {
    sent: { aggregator, conditions: leaves.map(each => each.sent) },
    meant: meant.includes(undefined) ? undefined : { aggregator, conditions: meant },
  }
}

function randomLeaf(random: Random, field: string, kind: ValueKind, person: Person): Condition {
  if (random.chance(0.2)) return plain({ field, operator: random.pick(['present', 'blank']) })
  if (kind === 'word' && random.chance(0.5)) return leafOnPerson(random, field, person)
  if (kind === 'amount' && random.chance(0.3)) {
    const { amount } = person.tags
    return {
      sent: { field, operator: 'equal', value: '{{currentUser.tags.amount}}' },
      meant: { field, operator: 'equal', value: Number(amount) },
    }
  }
  const values = valuesByKind[kind]
  const isListed = kind !== 'day' && kind !== 'instant' && random.chance(0.5)
  if (!isListed) return plain({ field, operator: 'equal', value: random.pick(values) })
  return plain({ field, operator: 'in', value: random.some(values, 0.5) })
}

function leafOnPerson(random: Random, field: string, person: Person): Condition {
  const name = random.pick([
    'tags.word',
    'tags.word',
    'tags.word',
    'firstName',
    'lastName',
    'fullName',
  ])
  const variable = `{{currentUser.${name}}}`
  const [operator, value, means] = random.pick([
    ['equal', variable, 'equal'],
    ['like', variable, 'equal'],
    ['i_like', variable, 'equal'],
    ['like', `%${variable}%`, 'contains'],
    ['starts_with', variable, 'starts_with'],
  ] as const)
  const isOwn = name !== 'tags.word'
  return {
    sent: { field, operator, value },
    meant: isOwn ? undefined : { field, operator: means, value: person.tags.word },
  }
}

const plain = (leaf: object): Condition => ({ sent: leaf, meant: leaf })
