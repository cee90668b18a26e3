import { fuzzSeed } from '@service/test-support'
import { runCase } from './compare.js'
import type { World } from './world.js'

/** The suite of every day has one seed; others are for looking further. */
export const times: number = process.env.FUZZ_SEED === undefined ? 1 : 4

/** Runs cases until one tells the databases apart; answers how often each status was met. */
export async function runCases(world: World, count: number): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>()
  for (let index = 0; index < count; index += 1) {
    const outcome = await runCase(world, fuzzSeed * 1_000_003 + index)
    if (outcome.difference) throw new Error(`Told apart by ${outcome.difference}`)
    for (const status of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

/** Why the answers prove little: requests that are all refused, or one that failed. */
export function describeWeakRun(
  statuses: ReadonlyMap<number, number>,
  count: number,
): string | undefined {
  const expected = [200, 204, 400, 403, 404]
  // The rarest, 204, is one answer in fifty on average.
  const rare = expected.filter(status => (statuses.get(status) ?? 0) < count / 200)
  const odd = [...statuses.keys()].filter(status => !expected.includes(status))
  if (rare.length === 0 && odd.length === 0) return undefined
  const counts = [...statuses].map(([status, times]) => `${times} × ${status}`)
  return `${count} roles gave too few of [${rare.join()}] and unexpected [${odd.join()}]: ${counts.join(', ')}`
}
