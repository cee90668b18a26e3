import { isDeepStrictEqual } from 'node:util'
import { serverFor, type Target } from '../targets/target.js'
import { ask } from './ask.js'
import type { Workload, WorkloadName } from './workloads.js'

export interface Checked {
  /** Why the target is left out of the workload. */
  readonly problem?: string
  /** Whether it answered what the limit answers; undefined when they cannot be compared. */
  readonly isRight?: boolean
}

/** One request before the measure: a target that fails it is left out, a wrong answer is noted. */
export async function checkAnswer(
  target: Target,
  workload: Workload & { readonly name: WorkloadName },
  limit: Target | undefined,
): Promise<Checked> {
  if (workload.isUnchecked) return {}
  try {
    const body = await fetchBody(target, workload)
    const rows = workload.rows === undefined ? undefined : target.countRows(body)
    if (rows !== workload.rows) return { problem: `${rows} records instead of ${workload.rows}` }
    if (!workload.answer || !target.isAgent || !limit) return {}
    const expected = workload.answer(await fetchBody(limit, workload))
    return { isRight: isDeepStrictEqual(workload.answer(body), expected) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

async function fetchBody(
  target: Target,
  workload: Workload & { readonly name: WorkloadName },
): Promise<string> {
  const wanted = target.requests[workload.name]?.(0)
  if (!wanted) throw new Error('no such request')
  const { base } = serverFor(target, workload.name)
  const { status, body } = await ask(base, wanted, target.headers, true)
  if (status >= 300) throw new Error(`status ${status}: ${body.slice(0, 200)}`)
  return body
}
