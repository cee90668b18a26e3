import { randomUUID } from 'node:crypto'
import { askService } from './ask-service.js'
import { findPerson, type Person } from './people.js'

/** A project of the test's own, whose settings nobody else changes. */
export interface OwnProject {
  readonly owner: Person
  readonly id: number
  readonly projectName: string
  readonly environmentName: string
  /** Where it is administered, below the address of the service. */
  readonly path: string
}

/** Creates a project without an agent; the manager is its admin. */
export async function createProject(): Promise<OwnProject> {
  const owner = await findPerson('manager')
  const projectName = `Project ${randomUUID().slice(0, 8)}`
  const { id } = await askService<{ id: number }>(owner, 'POST', '/api/projects', {
    name: projectName,
  })
  return { owner, id, projectName, environmentName: 'Development', path: `/api/projects/${id}` }
}

/** Deletes projects of a test by the beginning of their name: the manager's pages would open them, with agents that are gone. */
export async function deleteProjects(beginning: string): Promise<void> {
  const manager = await findPerson('manager')
  const { data } = await askService<{ data: readonly { id: number; name: string }[] }>(
    ...([manager, 'GET', '/api/projects'] as const),
  )
  for (const { id, name } of data) {
    if (name.startsWith(beginning)) await askService(manager, 'DELETE', `/api/projects/${id}`)
  }
}
