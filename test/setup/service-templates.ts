import type { TestProject } from 'vitest/node'

/** Imports its code when it runs: what that imports is built by the set-up before. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { default: setUp } = await import('./make-service-templates.js')
  return setUp(project)
}
