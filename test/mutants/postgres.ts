import { startPostgres } from '@service/test-support'
import type { TestProject } from 'vitest/node'

/** The tests of the service need no other server. */
export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres?.url)
  return async () => postgres?.stop()
}
