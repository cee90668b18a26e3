import type { Row } from '@service/datasource-toolkit'
import type { EngineCall } from '../model/model.js'
import type { KeyBindings } from '../plan/key-set.js'
import type { ListPlan } from '../plan/plan.js'
import type { Trace } from './trace.js'

/** Runs a list plan: lookups, scan, steps. */
type RunList = (
  plan: ListPlan,
  call: EngineCall,
  given?: KeyBindings,
  trace?: Trace,
) => Promise<Row[]>

/** What a step may need in addition to its rows. */
export interface Run {
  readonly plan: ListPlan
  readonly call: EngineCall
  readonly bindings: KeyBindings
  /** Runs a nested list plan. */
  readonly runList: RunList
  /** Measures each part of the plan. Optional. */
  readonly trace?: Trace
}
