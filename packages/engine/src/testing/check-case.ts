import { isDeepStrictEqual } from 'node:util'
import type { Group, Row } from '@service/datasource-toolkit'
import {
  chooseComparableLimit,
  comparable,
  comparableGroups,
} from '@service/datasource-toolkit/testing'
import { aggregate, count } from '../aggregate.js'
import { create } from '../create.js'
import { TooManyKeysError } from '../errors.js'
import { iterate } from '../iterate.js'
import { list } from '../list.js'
import type { EngineCall } from '../model/model.js'
import type { ListQuery } from '../query.js'
import { relatedQuery } from '../related-query.js'
import { remove } from '../remove.js'
import { update } from '../update.js'
import { byKey, naiveAggregate, naiveList, naiveMatching } from './naive.js'
import { naiveCreate, naiveDelete, naiveUpdate } from './naive-write.js'
import {
  type AggregateCase,
  type Case,
  type ListCase,
  type ReadCase,
  toFilter,
  toListQuery,
  type WriteCase,
} from './random-world-cases.js'
import type { World } from './world.js'

/** The result of the engine, where the record-by-record evaluator returns another one. */
export interface Difference {
  readonly expected: unknown
  readonly actual: unknown
}

/**
 * Runs a case in the engine and in the evaluator; undefined when they agree. A write changes the
 * world.
 */
export async function findDifference(world: World, asked: Case): Promise<Difference | undefined> {
  const isRead = asked.kind === 'list' || asked.kind === 'aggregate'
  const difference = isRead ? compareRead(world, asked) : compareWrite(world, asked)
  const { expected, actual } = await difference
  return isDeepStrictEqual(actual, expected) ? undefined : { expected, actual }
}

async function compareRead(world: World, asked: ReadCase): Promise<Difference> {
  const { expected, answer } = await (asked.kind === 'list'
    ? startList(world, asked)
    : startAggregate(world, asked))
  const failed = (error: unknown) =>
    isFarJunction(world, asked, error) ? comparable(expected) : `failed: ${String(error)}`
  return { expected: comparable(expected), actual: await answer.then(comparable, failed) }
}

/** What is expected, and what the engine is about to answer. */
interface StartedRead {
  readonly expected: unknown
  readonly answer: Promise<unknown>
}

async function startList(world: World, asked: ListCase): Promise<StartedRead> {
  return { expected: await expectedList(world, asked), answer: listed(world, asked) }
}

async function startAggregate(world: World, asked: AggregateCase): Promise<StartedRead> {
  const all = await naiveGroups(world, asked)
  const limit = isRounded(asked) ? chooseComparableLimit(all, asked.limit) : asked.limit
  const expected = comparableGroups(all.slice(0, limit), isRounded(asked))
  return { expected, answer: folded(world, { ...asked, limit }) }
}

/** A junction in another source is read by its keys or not at all. */
function isFarJunction({ model }: World, { filter }: Asked, error: unknown): boolean {
  const { related } = toFilter(model, filter)
  return related?.relation.kind === 'ManyToMany' && error instanceof TooManyKeysError
}

type Asked = Pick<ReadCase, 'filter'>

/** Compares both results and the stored rows afterwards; both may throw. */
async function compareWrite(world: World, asked: WriteCase): Promise<Difference> {
  const refusals: string[] = []
  const refused = (error: unknown) => {
    refusals.push(String(error))
    return 'refused'
  }
  const expected = await expectedWrite(world, asked).catch(refused)
  const actual = await written(world, asked).catch(error =>
    asked.kind !== 'create' && isFarJunction(world, asked, error) ? 'far' : refused(error),
  )
  if (actual === 'far') return { expected: actual, actual }
  // Without a transaction, what a failed write has stored before stays.
  if (expected === 'refused' || actual === 'refused') {
    return expected === actual ? { expected, actual } : { expected, actual: [actual, ...refusals] }
  }
  return {
    expected: { answer: comparable(expected), stored: expectedTables(world) },
    actual: { answer: comparable(actual), stored: await storedTables(world) },
  }
}

function expectedWrite(world: World, asked: WriteCase): Promise<unknown> {
  const collection = world.model.collection(asked.collection)
  if (asked.kind === 'create') return naiveCreate(world, collection, asked.rows)
  const filter = toFilter(world.model, asked.filter)
  if (asked.kind === 'delete') return naiveDelete(world, collection, filter)
  return naiveUpdate(world, collection, filter, asked.patch)
}

function written({ model, call }: World, asked: WriteCase): Promise<unknown> {
  const collection = model.collection(asked.collection)
  if (asked.kind === 'create') return create(collection, asked.rows, call)
  const filter = toFilter(model, asked.filter)
  if (asked.kind === 'delete') return remove(collection, filter, call)
  return update(collection, filter, asked.patch, call)
}

function expectedTables({ stored, model }: World): unknown {
  return [...stored.keys()].map(name => [name, byKey({ stored, call }, model.collection(name))])
}

async function storedTables({ model, stored }: World): Promise<unknown> {
  const tables: unknown[] = []
  for (const name of stored.keys()) {
    const collection = model.collection(name)
    const projection = [...collection.fields.values()].flatMap(field =>
      field.kind === 'Column' && field.read.kind === 'native' ? [field.name] : [],
    )
    const query = { collection, filter: {}, projection, sort: [] }
    tables.push([name, await list(query, call)])
  }
  return tables
}

/** A call of customer code: no scope, no hooks. */
const call: EngineCall = { timezone: 'UTC', now: new Date(0) }

async function expectedList(world: World, asked: ListCase): Promise<unknown> {
  const query = toListQuery(world.model, asked)
  const rows = await naiveList(world, query)
  if (asked.chunkSize !== undefined) return { rows, emptyChunks: 0 }
  const matching = await naiveMatching(world, query.collection, query.filter)
  return { rows, again: rows, count: matching.length }
}

/**
 * Listed twice, so that the second uses the cached plan; the records of a parent use the plan of
 * another parent.
 */
async function listed({ model, call }: World, asked: ListCase): Promise<unknown> {
  const query = toListQuery(model, asked)
  if (asked.chunkSize !== undefined) {
    const rows: Row[] = []
    let emptyChunks = 0
    for await (const chunk of iterate(query, call, { chunkSize: asked.chunkSize })) {
      if (chunk.length === 0) emptyChunks++
      rows.push(...chunk)
    }
    return { rows, emptyChunks }
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

function naiveGroups(world: World, asked: AggregateCase): Promise<Group[]> {
  const collection = world.model.collection(asked.collection)
  return naiveAggregate(world, collection, toFilter(world.model, asked.filter), asked.aggregation)
}

async function folded({ model, call }: World, asked: AggregateCase): Promise<unknown> {
  const collection = model.collection(asked.collection)
  const filter = toFilter(model, asked.filter)
  const { aggregation, limit } = asked
  const groups = await aggregate({ collection, filter, aggregation, limit }, call)
  return comparableGroups(groups, isRounded(asked))
}

function isRounded({ aggregation }: AggregateCase): boolean {
  return aggregation.operation === 'Sum' || aggregation.operation === 'Avg'
}
