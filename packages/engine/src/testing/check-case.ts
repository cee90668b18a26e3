import { isDeepStrictEqual } from 'node:util'
import type { Row } from '@service/datasource-toolkit'
import { comparable, comparableGroups } from '@service/datasource-toolkit/testing'
import { aggregate, count } from '../aggregate.js'
import { iterate } from '../iterate.js'
import { list } from '../list.js'
import type { ListQuery } from '../query.js'
import { relatedQuery } from '../related-query.js'
import { naiveAggregate, naiveList, naiveMatching } from './naive.js'
import type { World } from './random-world.js'
import {
  type AggregateCase,
  type Case,
  filterOf,
  type ListCase,
  listQueryOf,
} from './random-world-cases.js'

/** What the engine answered, where the record-by-record evaluator answers something else. */
export interface Difference {
  readonly expected: unknown
  readonly actual: unknown
}

/** Asks the engine and the evaluator; undefined when they agree. */
export async function findDifference(world: World, asked: Case): Promise<Difference | undefined> {
  const expected = comparable(await expectedOf(world, asked))
  const actual = await actualOf(world, asked).then(comparable, failure)
  return isDeepStrictEqual(actual, expected) ? undefined : { expected, actual }
}

const failure = (error: unknown) => `failed: ${String(error)}`

function expectedOf(world: World, asked: Case): Promise<unknown> {
  switch (asked.kind) {
    case 'list':
      return expectedList(world, asked)
    case 'aggregate':
      return expectedGroups(world, asked)
  }
}

function actualOf(world: World, asked: Case): Promise<unknown> {
  switch (asked.kind) {
    case 'list':
      return listed(world, asked)
    case 'aggregate':
      return folded(world, asked)
  }
}

async function expectedList(world: World, asked: ListCase): Promise<unknown> {
  const query = listQueryOf(world.model, asked)
  const rows = await naiveList(world, query)
  if (asked.chunkSize !== undefined) return { rows }
  const matching = await naiveMatching(world, query.collection, query.filter)
  return { rows, again: rows, count: matching.length }
}

/** A second time, the plan is known; a parent's records are asked with the plan of another one. */
async function listed({ model, call }: World, asked: ListCase): Promise<unknown> {
  const query = listQueryOf(model, asked)
  if (asked.chunkSize !== undefined) {
    const rows: Row[] = []
    for await (const chunk of iterate(query, call, { chunkSize: asked.chunkSize })) {
      rows.push(...chunk)
    }
    return { rows }
  }
  const planned = await ofParent(query, rows => list(rows, call))
  return {
    rows: await list(planned, call),
    again: await list(planned, call),
    count: await count(planned, call),
  }
}

async function ofParent(
  query: ListQuery,
  warmUp: (query: ListQuery) => Promise<unknown>,
): Promise<ListQuery> {
  const { related, ...filter } = query.filter
  if (!related) return query
  const base = { ...query, filter }
  for (const id of [1, null]) await warmUp(relatedQuery(base, { ...related, parent: { id } }))
  return relatedQuery(base, related)
}

async function expectedGroups(world: World, asked: AggregateCase): Promise<unknown> {
  const collection = world.model.collection(asked.collection)
  const filter = filterOf(world.model, asked.filter)
  const { aggregation, limit } = asked
  const groups = await naiveAggregate(world, collection, filter, aggregation, limit)
  return comparableGroups(groups, isRounded(asked))
}

async function folded({ model, call }: World, asked: AggregateCase): Promise<unknown> {
  const collection = model.collection(asked.collection)
  const filter = filterOf(model, asked.filter)
  const { aggregation, limit } = asked
  const groups = await aggregate({ collection, filter, aggregation, limit }, call)
  return comparableGroups(groups, isRounded(asked))
}

function isRounded({ aggregation }: AggregateCase): boolean {
  return aggregation.operation === 'Sum' || aggregation.operation === 'Avg'
}
