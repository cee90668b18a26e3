import { createRecentMap } from '@service/base'
import type { DedicatedPlanPolicy } from './dedicated-plan-policy.js'
import { bind, type SqlText } from './slots.js'
import type { WrittenPages } from './written-pages.js'

/** Compiled SQL of one shape. */
interface CachedSql<C extends SqlText> {
  readonly compiled: C
  /**
   * Set from the second use on: preparing a statement that is used once costs more than it saves.
   */
  name: string | undefined
  uses: number
  /** For lists by pages. */
  pages?: WrittenPages
}

interface BoundSql<C extends SqlText> {
  /** The kind of statement, such as a list or an aggregate: one query can have several. */
  readonly kind: string
  readonly cached: CachedSql<C>
  readonly values: readonly unknown[]
  /** The values of the shape, of which a statement may not need all. */
  readonly shapeValues: readonly unknown[]
  /** For queries that are cached by identity. */
  policy?: DedicatedPlanPolicy
}

export interface StatementCache {
  readonly compiledCount: number
  readonly hitCount: number
  /** Returns the statement of a query, found by identity, then by shape, else compiled. */
  bound<Q extends object, S extends { key: string; readonly values: unknown[] }, C extends SqlText>(
    query: Q,
    kind: string,
    buildShape: (query: Q) => S,
    compile: (query: Q, shape: S) => C,
  ): BoundSql<C>
  /** Creates a name for a dedicated statement; undefined where nothing is prepared. */
  ownName(): string | undefined
  /** Creates an empty cache for the same database that does not reuse names. */
  another(): StatementCache
}

const MAX_STATEMENTS = 1000
/** Up to twice as many are cached; each can have a dedicated statement. */
const RECENT_QUERIES = 100

function dropOldest<K>(map: Map<K, unknown>): void {
  const { value } = map.keys().next()
  if (value !== undefined) map.delete(value)
}

export function createStatementCache({
  prepare,
  maxStatements = MAX_STATEMENTS,
  names = { count: 0 },
}: {
  readonly prepare: boolean
  readonly maxStatements?: number
  readonly names?: { count: number }
}): StatementCache {
  // A limited Map instead of a WeakMap: a WeakMap slows garbage collection when most queries are
  // new.
  const byQuery = createRecentMap<object, BoundSql<SqlText>>(RECENT_QUERIES)
  const byShape = new Map<string, CachedSql<SqlText>>()
  let compiledCount = 0
  let hitCount = 0

  const rememberShape = (key: string, cached: CachedSql<SqlText>) => {
    byShape.set(key, cached)
    if (byShape.size > maxStatements) dropOldest(byShape)
  }
  const countUse = (cached: CachedSql<SqlText>) => {
    cached.uses++
    if (cached.uses === 2 && prepare) cached.name = `s${++names.count}`
  }

  return {
    get compiledCount() {
      return compiledCount
    },
    get hitCount() {
      return hitCount
    },
    ownName: () => (prepare ? `s${++names.count}` : undefined),
    another: () => createStatementCache({ prepare, maxStatements, names }),
    bound(query, kind, buildShape, compile) {
      // The cast is safe: entries of the same kind were compiled by the same `compile`.
      type Bound = BoundSql<ReturnType<typeof compile>>
      const known = byQuery.get(query)
      if (known?.kind === kind) {
        hitCount++
        countUse(known.cached)
        return known as Bound
      }
      const shape = buildShape(query)
      const key = kind + shape.key
      let cached = byShape.get(key)
      if (cached) {
        hitCount++
        byShape.delete(key)
      } else {
        compiledCount++
        cached = { compiled: compile(query, shape), name: undefined, uses: 0 }
      }
      rememberShape(key, cached)
      countUse(cached)
      const values = bind(cached.compiled.slots, shape.values)
      const bound = { kind, cached, values, shapeValues: shape.values }
      byQuery.set(query, bound)
      return bound as unknown as Bound
    },
  }
}
