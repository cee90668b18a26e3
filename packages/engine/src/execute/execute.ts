import type { Row, Scan } from '@service/datasource-toolkit'
import { isMatchNone } from '@service/datasource-toolkit'
import { TooManyKeysError } from '../errors.js'
import type { EngineCall } from '../model/model.js'
import { bindKeys, type KeyBindings, type KeyValues } from '../plan/key-set.js'
import type { KeySet, ListPlan, Lookup } from '../plan/plan.js'
import { columnsKeyText } from './relation-key-text.js'
import { runSteps } from './steps/index.js'
import { isStreamed, streamList } from './stream.js'
import { type Trace, traced } from './trace.js'

export const noKeys: KeyBindings = new Map()

/** Runs a list plan: lookups, scan, steps. */
export async function runList(
  plan: ListPlan,
  call: EngineCall,
  given: KeyBindings = noKeys,
  trace?: Trace,
): Promise<Row[]> {
  if (plan.isEmpty) return []
  const ready = await bindLookups(plan, call, given, trace)
  if (!ready) return runList(plan.otherwise!, call, given, trace)
  const { bindings, scan } = ready
  if (isMatchNone(scan.where)) return []
  const run = { plan, call, bindings, runList, trace }
  if (isStreamed(plan)) return streamList(run, scan)
  const rows = await (trace
    ? traced(trace, plan, () => plan.source.list(scan, call))
    : plan.source.list(scan, call))
  return runSteps(rows, plan.steps, run)
}

/** A scan with the keys that its lookups found. */
export interface BoundScan<S> {
  readonly bindings: KeyBindings
  readonly scan: S
}

/**
 * Runs the lookups of a plan and puts the keys they find into its scan. Returns undefined when there are
 * too many keys and the plan has an alternative, `otherwise`, to run instead.
 */
export async function bindLookups<S extends Pick<Scan, 'where'>>(
  plan: { readonly lookups: readonly Lookup[]; readonly scan: S; readonly otherwise?: unknown },
  call: EngineCall,
  given: KeyBindings = noKeys,
  trace?: Trace,
): Promise<BoundScan<S> | undefined> {
  try {
    const bindings = await runLookups(plan.lookups, call, given, trace)
    return { bindings, scan: bindScan(plan.scan, bindings) }
  } catch (error) {
    if (plan.otherwise && error instanceof TooManyKeysError) return undefined
    throw error
  }
}

/** Runs all lookups of the conditions at the same time. */
async function runLookups(
  lookups: readonly Lookup[],
  call: EngineCall,
  given: KeyBindings = noKeys,
  trace?: Trace,
): Promise<KeyBindings> {
  if (lookups.length === 0) return given
  const found = await Promise.all(
    lookups.map(async lookup => [lookup.keys, await readKeys(lookup, call, trace)] as const),
  )
  return new Map<KeySet, KeyValues>([...given, ...found])
}

async function readKeys(
  { plan, columns }: Lookup,
  call: EngineCall,
  trace: Trace | undefined,
): Promise<KeyValues> {
  const { settings, name } = plan.collection
  const rows = await runList(plan, call, noKeys, trace)
  if (rows.length > settings.maxKeysInFilter) {
    throw new TooManyKeysError(name, settings.maxKeysInFilter)
  }
  const formatKey = columnsKeyText(plan.collection, columns)
  const distinct = new Map<string, readonly unknown[]>()
  for (const row of rows) {
    const key = columns.map(column => row[column])
    const text = formatKey(key)
    if (text !== undefined) distinct.set(text, key)
  }
  return [...distinct.values()]
}

function bindScan<S extends Pick<Scan, 'where'>>(scan: S, bindings: KeyBindings): S {
  if (bindings.size === 0 || !scan.where) return scan
  return { ...scan, where: bindKeys(scan.where, bindings) }
}
