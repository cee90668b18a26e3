import { createRandom } from '@service/datasource-toolkit/testing'
import type { CompileOptions } from '../model/compile.js'
import { findDifference } from './check-case.js'
import { openWorld, randomWorld } from './random-world.js'
import { type Case, randomReadCase, randomWriteCase } from './random-world-cases.js'
import { describeFailure, shrinkFailure } from './shrink-case.js'
import type { Places, World } from './world.js'

export interface Comparison {
  readonly firstSeed: number
  readonly worlds: number
  readonly readsPerWorld: number
  /** Each write runs in a separate world with the same definition. */
  readonly writesPerWorld: number
  /** Where the two sources are opened. Default: in memory. */
  readonly openedTables?: Places
  readonly options?: CompileOptions
}

/** Runs random cases in random worlds; throws the first difference with its seed, reduced. */
export async function compareWorlds(comparison: Comparison): Promise<void> {
  const { firstSeed, worlds } = comparison
  for (let seed = firstSeed; seed < firstSeed + worlds; seed++) await compareWorld(seed, comparison)
}

async function compareWorld(
  seed: number,
  { readsPerWorld, writesPerWorld, openedTables, options }: Comparison,
): Promise<void> {
  const random = createRandom(seed)
  const world = await randomWorld(random, openedTables, options)
  const { definition } = world
  let failed: Case | undefined = await using(world, async () => {
    for (let index = 0; index < readsPerWorld; index++) {
      const asked = await randomReadCase(random, world)
      if (await findDifference(world, asked)) return asked
    }
    return undefined
  })
  for (let index = 0; index < writesPerWorld && !failed; index++) {
    const again = await openWorld(definition, openedTables)
    const asked = randomWriteCase(random, again, openedTables !== undefined)
    if (await using(again, () => findDifference(again, asked))) failed = asked
  }
  if (failed) throw await differenceError(seed, world, failed, openedTables)
}

async function using<T>(world: World, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await world.close()
  }
}

async function differenceError(
  seed: number,
  { definition }: World,
  asked: Case,
  openedTables: Places | undefined,
): Promise<Error> {
  const failure = await shrinkFailure({ definition, asked }, openedTables)
  const text = await describeFailure(failure, openedTables)
  return new Error(`The engine differs from the evaluator. Replay with FUZZ_SEED=${seed}.\n${text}`)
}
