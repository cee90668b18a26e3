import type { TestProject } from 'vitest/node'

type SetUp = (project: TestProject) => Promise<() => Promise<void>>

/** One set-up of several that do not need each other: both cores work. */
export const together =
  (...setUps: readonly SetUp[]): SetUp =>
  async project => {
    const releases = await Promise.all(setUps.map(setUp => setUp(project)))
    return async () => {
      for (const release of releases.toReversed()) await release()
    }
  }
