import { createRandom } from '@service/datasource-toolkit/testing'
import { findDifference } from './check-case.js'
import { type OpenTables, randomWorld, type World } from './random-world.js'
import { type Case, randomReadCase } from './random-world-cases.js'
import { describeFailure, shrinkFailure } from './shrink-case.js'

export interface Comparison {
  readonly firstSeed: number
  readonly worlds: number
  readonly readsPerWorld: number
  /** Where the two sources are opened; in memory by default. */
  readonly places?: readonly OpenTables[]
}

/** Asks random worlds random cases; throws the first difference with its seed, made small. */
export async function compareWorlds(comparison: Comparison): Promise<void> {
  const { firstSeed, worlds } = comparison
  for (let seed = firstSeed; seed < firstSeed + worlds; seed++) await compareWorld(seed, comparison)
}

async function compareWorld(seed: number, { readsPerWorld, places }: Comparison): Promise<void> {
  const random = createRandom(seed)
  const world = await randomWorld(random, places)
  let failed: Case | undefined
  try {
    for (let index = 0; index < readsPerWorld && !failed; index++) {
      const asked = await randomReadCase(random, world)
      if (await findDifference(world, asked)) failed = asked
    }
  } finally {
    await world.close()
  }
  if (failed) throw await differenceError(seed, world, failed, places)
}

async function differenceError(
  seed: number,
  { definition }: World,
  asked: Case,
  places: readonly OpenTables[] | undefined,
): Promise<Error> {
  const failure = await shrinkFailure({ definition, asked }, places)
  const text = await describeFailure(failure, places)
  return new Error(`The engine differs from the evaluator. Replay with FUZZ_SEED=${seed}.\n${text}`)
}
