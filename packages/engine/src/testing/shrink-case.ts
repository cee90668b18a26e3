import { inspect } from 'node:util'
import type { ConditionTree } from '@service/datasource-toolkit'
import { isLeaf, printTree } from '@service/datasource-toolkit'
import { explainList } from '../list.js'
import { type Difference, findDifference } from './check-case.js'
import { openWorld } from './random-world.js'
import { type Case, type CaseFilter, toListQuery } from './random-world-cases.js'
import type { Places, World, WorldDefinition } from './world.js'

/** A failing case, and the world it fails in. */
export interface Failure {
  readonly definition: WorldDefinition
  readonly asked: Case
}

/** Removes what a failure does not need, one part at a time, as long as it still fails. */
export async function shrinkFailure(
  failure: Failure,
  openedTables: Places | undefined,
): Promise<Failure> {
  let smallest = failure
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const candidate of smallerFailures(smallest)) {
      if (!(await differenceIn(candidate, openedTables))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

/** Also undefined when the world cannot be opened without what was removed. */
async function differenceIn(
  { definition, asked }: Failure,
  openedTables: Places | undefined,
): Promise<Difference | undefined> {
  let world: World | undefined
  try {
    world = await openWorld(definition, openedTables)
    const difference = await findDifference(world, asked)
    return isRefusal(difference) ? undefined : difference
  } catch {
    return undefined
  } finally {
    await world?.close()
  }
}

/** An error about a removed name is another failure than the one that was found. */
function isRefusal(difference: Difference | undefined): boolean {
  return /^failed: (MissingField|Validation)Error/.test(String(difference?.actual))
}

function* smallerFailures({ definition, asked }: Failure): Generator<Failure> {
  for (const smaller of smallerCases(asked)) yield { definition, asked: smaller }
  for (const smaller of smallerDefinitions(definition)) yield { definition: smaller, asked }
}

function* smallerCases(asked: Case): Generator<Case> {
  if ('filter' in asked) {
    for (const filter of smallerFilters(asked.filter)) yield { ...asked, filter }
  }
  if (asked.kind === 'list') {
    if (asked.chunkSize !== undefined) yield { ...asked, chunkSize: undefined }
    if (asked.page) yield { ...asked, page: undefined }
    if (asked.projection.length > 1) {
      for (const projection of oneLess(asked.projection)) yield { ...asked, projection }
    }
    if (!asked.after) for (const sort of oneLess(asked.sort)) yield { ...asked, sort }
  }
  if (asked.kind === 'aggregate') {
    const { aggregation, limit } = asked
    if (limit !== undefined) yield { ...asked, limit: undefined }
    for (const groups of oneLess(aggregation.groups ?? [])) {
      yield { ...asked, aggregation: { ...aggregation, groups } }
    }
  }
  if (asked.kind === 'create') {
    for (const rows of oneLess(asked.rows)) if (rows.length > 0) yield { ...asked, rows }
  }
}

function* smallerFilters(filter: CaseFilter): Generator<CaseFilter> {
  for (const name of ['segment', 'search', 'related'] as const) {
    if (filter[name] !== undefined) yield { ...filter, [name]: undefined }
  }
  for (const conditionTree of smallerTrees(filter.conditionTree)) yield { ...filter, conditionTree }
}

function* smallerTrees(tree: ConditionTree | undefined): Generator<ConditionTree | undefined> {
  if (!tree) return
  yield undefined
  if (isLeaf(tree)) return
  for (const [index, condition] of tree.conditions.entries()) {
    yield condition
    yield { ...tree, conditions: tree.conditions.toSpliced(index, 1) }
    for (const smaller of smallerTrees(condition)) {
      if (smaller) yield { ...tree, conditions: tree.conditions.with(index, smaller) }
    }
  }
}

function* smallerDefinitions(definition: WorldDefinition): Generator<WorldDefinition> {
  const { scopes, journal, sources } = definition
  for (const [name, tree] of scopes) {
    for (const smaller of smallerTrees(tree)) {
      const others = [...scopes].filter(([other]) => other !== name)
      const next = smaller ? [...others, [name, smaller] as const] : others
      yield { ...definition, scopes: new Map(next) }
    }
  }
  for (const fewer of oneLess(journal)) yield { ...definition, journal: fewer }
  for (const [index, source] of sources.entries()) {
    for (const [name, collection] of Object.entries(source.collections)) {
      for (const records of oneLess(collection.records ?? [])) {
        const collections = { ...source.collections, [name]: { ...collection, records } }
        yield { ...definition, sources: sources.with(index, { ...source, collections }) }
      }
    }
  }
}

function* oneLess<T>(values: readonly T[]): Generator<readonly T[]> {
  for (const index of values.keys()) yield values.toSpliced(index, 1)
}

/** Formats a failure for a reader. */
export async function describeFailure(
  { definition, asked }: Failure,
  openedTables: Places | undefined,
): Promise<string> {
  const world = await openWorld(definition, openedTables)
  try {
    const difference = await findDifference(world, asked)
    return [
      `case     ${show(asked)}`,
      ...[...definition.scopes].map(([name, tree]) => `scope    ${name}: ${printTree(tree)}`),
      ...definition.journal.map(
        ({ operation, collection, args }) => `journal  ${collection}.${operation} ${show(args)}`,
      ),
      ...definition.sources.flatMap(({ collections, joins }) =>
        Object.entries(collections).map(
          ([name, { records = [] }]) =>
            `rows     ${name} ${joins ? '' : '(no joins) '}${show(records)}`,
        ),
      ),
      `plan     ${await explainCase(world, asked)}`,
      `expected ${show(difference?.expected)}`,
      `actual   ${show(difference?.actual)}`,
    ].join('\n')
  } finally {
    await world.close()
  }
}

function show(value: unknown): string {
  return inspect(value, { depth: 10, breakLength: Number.POSITIVE_INFINITY, compact: true })
}

async function explainCase({ model, call }: World, asked: Case): Promise<string> {
  if (asked.kind !== 'list') return asked.kind
  return explainList(toListQuery(model, asked), call).catch(String)
}
