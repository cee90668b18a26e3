import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import type { Config } from '../config.js'
import type { PermissionLevel } from '../store/schema.js'
import { createSeed, type SeededProject, type SeededUser } from './seed.js'
import { startTestService, type TestService } from './start-test-service.js'

/** The service of a suite, and the project of the test that runs. */
export interface TestProject {
  service: TestService
  seed: ReturnType<typeof createSeed>
  project: SeededProject
  /** A member of the project. */
  member: SeededUser
  /** Those of the session of the member. */
  headers: Record<string, string>
}

/**
 * Starts a service for the suite it is called in, and makes a project for each of its tests, with a
 * member of this level who has signed in. `store` is the server to use; without a URL, an embedded one.
 */
export function useTestProject(
  level: PermissionLevel = 'admin',
  overrides?: Partial<Config>,
  store: { readonly postgresUrl?: string } = { postgresUrl: inject('postgresUrl') },
): TestProject {
  const used = {} as TestProject
  beforeAll(async () => {
    used.service = await startTestService(store.postgresUrl, overrides)
    used.seed = createSeed(used.service.deps.store)
  })
  afterAll(() => used.service?.stop())
  beforeEach(async () => {
    used.project = await used.seed.project()
    used.member =
      level === 'admin' ? used.project.admin : await used.seed.member(used.project, level)
    used.headers = await used.seed.session(used.member.id)
  })
  return used
}
