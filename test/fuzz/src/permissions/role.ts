import { ConditionTreeFactory, evaluate, type Row } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { collectionNames, exportedColumns, type Shape, shapes, valuesOf } from './shape.js'

/** What a role may see of one collection. */
export interface Sight {
  readonly browse: boolean
  readonly read: boolean
  readonly export: boolean
  readonly edit: boolean
  /** Fields it may not see, by their exported names. */
  readonly hidden: ReadonlySet<string>
  readonly scope: object | null
}

export interface Role {
  readonly level: string
  readonly sights: ReadonlyMap<string, Sight>
}

export function randomRole(random: Random): Role {
  const sights = new Map(collectionNames.map(name => [name, randomSight(random, shapes[name]!)]))
  return { level: random.pick(['user', 'editor', 'editor', 'admin']), sights }
}

function randomSight(random: Random, shape: Shape): Sight {
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
    hidden,
    scope: random.chance(0.4) ? randomScope(random, shape) : null,
  }
}

function randomScope(random: Random, shape: Shape): object {
  const columns = Object.entries(shape.columns).filter(([name]) => !shape.renamed?.[name])
  const leaf = () => {
    const [field, kind] = random.pick(columns)
    if (random.chance(0.2)) return { field, operator: 'present' }
    const values = valuesOf[kind]
    if (random.chance(0.5)) return { field, operator: 'equal', value: random.pick(values) }
    return { field, operator: 'in', value: random.some(values, 0.5) }
  }
  if (random.chance(0.7)) return leaf()
  return { aggregator: random.pick(['and', 'or']), conditions: [leaf(), leaf()] }
}

export function isReadable({ browse, read }: Sight): boolean {
  return browse || read
}

/** Whether a row is among those the role may see. */
export function isInScope({ scope }: Sight, shape: Shape, row: Row): boolean {
  const tree = scope && ConditionTreeFactory.fromPlainObject(scope)
  const types = { key: 'Number', word: 'String', amount: 'Number', state: 'Enum' } as const
  const call = { timezone: 'UTC', now: new Date(0) }
  const typeOf = (name: string) => {
    const kind = shape.columns[name]!
    return kind === 'day' ? 'Dateonly' : kind === 'instant' ? 'Date' : types[kind]
  }
  return evaluate(tree ?? undefined, row, typeOf, call)
}

/** Columns a scope is about: changing one could move a row in or out of sight. */
export function scopeColumns({ scope }: Sight): ReadonlySet<string> {
  const text = JSON.stringify(scope ?? {})
  return new Set([...text.matchAll(/"field":"(\w+)"/g)].map(match => match[1]!))
}
