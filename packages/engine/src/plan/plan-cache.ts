import type { ConditionTree } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, FieldModel } from '../model/model.js'
import { bindPlan } from './parameter.js'
import { findTemplate } from './parent-template.js'
import type { AggregatePlan, ListPlan } from './plan.js'
import { type Planning, startPlanning } from './planning.js'

type Scopes = ReadonlyMap<CollectionModel, ConditionTree | undefined>
type Hidden = ReadonlyMap<CollectionModel, ReadonlySet<FieldModel> | undefined>

interface Entry<P> {
  readonly scopes: Scopes
  readonly hidden: Hidden
  readonly plan: P
}

/** A query may have many callers; the plans that were used the longest ago are dropped. */
const plansPerQuery = 64

/** Plans by the identity of their query, then by the scopes they were made for. */
export interface PlanCache<Q extends object, P> {
  /** Returns the cached plan. */
  get(query: Q, call: EngineCall): P | undefined
  /** Makes the plan, and caches it when it depends only on the query and the scopes. */
  make(query: Q, call: EngineCall): Promise<P>
}

export function planCache<
  Q extends { readonly collection: CollectionModel },
  P extends ListPlan | AggregatePlan,
>(plan: (planning: Planning, query: Q) => Promise<P>): PlanCache<Q, P> {
  const cached = new WeakMap<Q, Entry<P>[]>()
  const find = (query: Q, call: EngineCall) =>
    cached.get(query)?.find(({ scopes, hidden }) => isFor(scopes, call) && isHidden(hidden, call))
      ?.plan
  const make = async (query: Q, call: EngineCall) => {
    const planning = startPlanning(call)
    const { name, settings } = query.collection
    const makeNow = () => plan(planning, query)
    const made = await (settings.observer?.plan(name, makeNow) ?? makeNow())
    if (!planning.isCacheable) return made
    const others = cached.get(query)?.slice(0, plansPerQuery - 1) ?? []
    cached.set(query, [
      { scopes: planning.givenScopes, hidden: planning.hidden, plan: made },
      ...others,
    ])
    return made
  }
  return {
    get(query, call) {
      const template = findTemplate(query)
      if (!template) return find(query, call)
      const found = find(template.query, call)
      return found && bindPlan(found, template.parent)
    },
    async make(query, call) {
      const template = findTemplate(query)
      if (!template) return make(query, call)
      return bindPlan(await make(template.query, call), template.parent)
    },
  }
}

function isFor(scopes: Scopes, { findScope }: EngineCall): boolean {
  // A plan made without scopes is not valid for a call with scopes.
  if (scopes.size === 0) return findScope === undefined
  if (!findScope) return false
  for (const [collection, scope] of scopes) if (findScope(collection) !== scope) return false
  return true
}

/** Whether exactly the fields that the plan leaves out are hidden from the caller. */
function isHidden(hidden: Hidden, { hiddenIn }: EngineCall): boolean {
  for (const [collection, fields] of hidden) if (hiddenIn?.(collection) !== fields) return false
  return true
}
