import { show, ValidationError } from '@service/base'
import {
  type Aggregation,
  type ConditionTree,
  ConditionTreeFactory,
  type KeyPair,
} from '@service/datasource-toolkit'
import {
  aggregate,
  type CollectionModel,
  type ManyToManyModel,
  type OneToManyModel,
  type ToOneModel,
} from '@service/engine'
import { viewField } from '../query/view-path.js'
import {
  type ChartRequest,
  readAggregation,
  readPath,
  requiredText,
  toNumber,
} from './chart-request.js'

/** The records with the highest count or aggregate over a to-many relation. */
export async function leaderboardChart(request: ChartRequest): Promise<object> {
  const { collection, access, call } = request
  const label = readPath(access, collection, requiredText(request, 'labelFieldName'))
  const relation = readRelation(request)
  access.require('browse', relation.target)
  const { grouped, toLabel, toTarget, aggregation } =
    relation.kind === 'OneToMany' ? overTarget(request, relation) : overJunction(request, relation)
  const field = `${toLabel.name}:${label.text}`
  const query = {
    collection: grouped,
    filter: { conditionTree: isVisible([toLabel, toTarget]) },
    aggregation: { ...aggregation, groups: [{ field }] },
    limit: readLimit(request),
  }
  const groups = await aggregate(query, call)
  return groups.map(({ group, value }) => ({ key: group[field] ?? null, value: toNumber(value) }))
}

interface Grouping {
  readonly grouped: CollectionModel
  /** From the grouped collection to the collection of the chart. */
  readonly toLabel: ToOneModel
  /** From a junction to the aggregated collection. */
  readonly toTarget?: ToOneModel
  readonly aggregation: Aggregation
}

function overTarget(request: ChartRequest, relation: OneToManyModel): Grouping {
  return {
    grouped: relation.target,
    toLabel: findInverse(relation.target, request.collection, relation.keys, relation.name),
    aggregation: readAggregation(request, relation.target),
  }
}

function overJunction(request: ChartRequest, relation: ManyToManyModel): Grouping {
  const { through, target, originKeys, foreignKeys, name } = relation
  const toTarget = findToOne(through, target, foreignKeys, name)
  const { field, ...aggregation } = readAggregation(request, target)
  return {
    grouped: through,
    toLabel: findInverse(through, request.collection, originKeys, name),
    toTarget,
    aggregation: field === undefined ? aggregation : nest(aggregation, toTarget, field),
  }
}

function nest(aggregation: Aggregation, { name }: ToOneModel, field: string): Aggregation {
  return { ...aggregation, field: `${name}:${field}` }
}

function readRelation(request: ChartRequest): OneToManyModel | ManyToManyModel {
  const name = requiredText(request, 'relationshipFieldName')
  const field = viewField(request.collection, name, request.access)
  if (field.kind === 'OneToMany' || field.kind === 'ManyToMany') return field
  throw new ValidationError(`'${name}' is not a to-many relation of '${request.collection.name}'.`)
}

function findInverse(
  from: CollectionModel,
  to: CollectionModel,
  keys: readonly KeyPair[],
  relation: string,
): ToOneModel {
  const inverted = keys.map(pair => ({ from: pair.to, to: pair.from }))
  return findToOne(from, to, inverted, relation)
}

function findToOne(
  from: CollectionModel,
  to: CollectionModel,
  keys: readonly KeyPair[],
  relation: string,
): ToOneModel {
  for (const field of from.fields.values()) {
    const isToOne = field.kind === 'ManyToOne' || field.kind === 'OneToOne'
    if (isToOne && field.target === to && hasKeys(field, keys)) return field
  }
  throw new ValidationError(
    `A leaderboard over '${relation}' needs a many-to-one relation from '${from.name}' to '${to.name}'.`,
  )
}

function hasKeys(relation: ToOneModel, keys: readonly KeyPair[]): boolean {
  const isWanted = (pair: KeyPair) => keys.some(key => key.from === pair.from && key.to === pair.to)
  return relation.keys.length === keys.length && relation.keys.every(isWanted)
}

/** Excludes records outside the caller's scope: their key is null when it is read through a relation. */
function isVisible(relations: readonly (ToOneModel | undefined)[]): ConditionTree | undefined {
  return ConditionTreeFactory.intersect(
    relations.map(relation => {
      const key = relation?.target.primaryKey[0]
      return relation && key && { field: `${relation.name}:${key.name}`, operator: 'Present' }
    }),
  )
}

function readLimit({ definition, maxGroups }: ChartRequest): number {
  if (definition.limit === undefined || definition.limit === null) return maxGroups
  const { limit: given } = definition
  const limit = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 && limit <= maxGroups)
    return limit
  throw new ValidationError(
    `The limit is ${show(definition.limit)}. It must be a whole number from 1 to ${maxGroups}.`,
  )
}
