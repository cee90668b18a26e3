import { ConditionTreeFactory, evaluate, type Row } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { type Condition, randomCondition } from './condition.js'
import { type Person, randomPerson } from './person.js'
import { collectionNames, exportedColumns, type Shape, shapes, type ValueKind } from './shape.js'

/** What a role may see of one collection. */
export interface Sight {
  readonly browse: boolean
  readonly read: boolean
  readonly export: boolean
  readonly edit: boolean
  readonly add: boolean
  /** Fields it may not see, by their exported names. */
  readonly hidden: ReadonlySet<string>
  readonly scope: Condition | null
}

export interface Role {
  readonly level: string
  readonly person: Person
  readonly sights: ReadonlyMap<string, Sight>
  /** By action. */
  readonly rules: ReadonlyMap<ActionName, Rule>
}

/** Actions of orders on some of them, on one, and on none. */
export const actionNames = ['Tell ids', 'Ask', 'Tell count'] as const
export type ActionName = (typeof actionNames)[number]

/** Who may run an action. Absent conditions: on all records. */
export interface Rule {
  readonly trigger?: Condition
  readonly needsApproval: boolean
  readonly approval?: Condition
}

const levels = ['user', 'manager', 'editor', 'editor', 'developer', 'admin']

export function randomRole(random: Random): Role {
  const person = randomPerson(random)
  const sights = new Map(
    collectionNames.map(name => [name, randomSight(random, shapes[name]!, person)]),
  )
  const columns = seenColumns(shapes.orders!, sights.get('orders')!)
  const rules = new Map(
    actionNames.map(name => {
      // What an action on no record is judged by is in nobody's scope.
      const isJudged = name !== 'Tell count' && random.chance(0.3)
      const rule = randomRule(random, columns, person)
      return [name, isJudged && isReadableRule(rule) ? rule : { needsApproval: false }]
    }),
  )
  return { level: random.pick(levels), person, sights, rules }
}

type Columns = readonly (readonly [name: string, kind: ValueKind])[]

/** Conditions tell of the fields they are about: these are about what the role may see. */
function seenColumns(shape: Shape, { hidden }: Sight): Columns {
  return Object.entries(shape.columns).filter(
    ([name]) => !shape.renamed?.[name] && !hidden.has(name),
  )
}

export function randomRule(random: Random, columns: Columns, person: Person): Rule {
  const condition = () => randomCondition(random, columns, person)
  return {
    ...(random.chance(0.5) && { trigger: condition() }),
    needsApproval: random.chance(0.6),
    ...(random.chance(0.8) && { approval: condition() }),
  }
}

function isReadableRule({ trigger, approval }: Rule): boolean {
  return [trigger, approval].every(condition => !condition || condition.meant !== undefined)
}

function randomSight(random: Random, shape: Shape, person: Person): Sight {
  const isClosed = random.chance(0.12)
  const may = (probability: number) => !isClosed && random.chance(probability)
  const columns = [...exportedColumns(shape).keys()]
  const relations = Object.keys({ ...shape.toOne, ...shape.toMany })
  const hidden = new Set([
    ...random.some(columns, random.pick([0, 0.1, 0.4])),
    ...random.some(relations, random.pick([0, 0, 0.3])),
  ])
  for (const key of shape.primaryKey) hidden.delete(key)
  // Code is trusted: what it makes of a hidden field is shown, unless it is hidden too.
  for (const [name, { of }] of Object.entries(shape.computed ?? {})) {
    if (of.some(column => hidden.has(column))) hidden.add(name)
  }
  const browse = may(0.9)
  const read = may(0.85)
  return {
    browse,
    read,
    export: may(0.8),
    // Whoever may change a record learns that it is there.
    edit: (browse || read) && may(0.7),
    add: may(0.5),
    hidden,
    scope: random.chance(0.4) ? randomCondition(random, scopable(shape), person) : null,
  }
}

function scopable(shape: Shape): Columns {
  return Object.entries(shape.columns).filter(
    ([name, kind]) => !shape.renamed?.[name] && kind !== 'document',
  )
}

export function isReadable({ browse, read }: Sight): boolean {
  return browse || read
}

/** Whether a row is among those the role may see. */
export function isInScope({ scope }: Sight, shape: Shape, row: Row): boolean {
  return scope === null || isMet(scope, shape, row)
}

/** Whether a row meets a condition; none meets one that cannot be read. */
export function isMet({ meant }: Condition, shape: Shape, row: Row): boolean {
  if (meant === undefined) return false
  const tree = ConditionTreeFactory.fromPlainObject(meant)
  const types = { key: 'Number', word: 'String', amount: 'Number', state: 'Enum' } as const
  const call = { timezone: 'UTC', now: new Date(0) }
  const findType = (name: string) => {
    const kind = shape.columns[name]!
    if (kind === 'document') return 'Json'
    return kind === 'day' ? 'Dateonly' : kind === 'instant' ? 'Date' : types[kind]
  }
  return evaluate(tree, row, findType, call)
}

/** Columns a scope is about: changing one could move a row in or out of sight. */
export function scopeColumns({ scope }: Sight): ReadonlySet<string> {
  const text = JSON.stringify(scope?.sent ?? {})
  return new Set([...text.matchAll(/"field":"(\w+)"/g)].map(match => match[1]!))
}
