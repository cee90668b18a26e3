import { writeActivityLogs } from '../features/activity-logs/write-activity-logs.js'
import { writeAdminLog } from '../features/admin-logs/write-admin-log.js'
import type { Store } from '../store/open-store.js'
import { createSeed } from './seed.js'
import { createThings } from './things-of-project.js'

const LOGS = 20

/** A project with a thing of each kind and few logs: in a fraction of the time that the demo takes to be written. */
export async function writeOneOfEach(store: Store): Promise<void> {
  const project = await createSeed(store).project()
  await createThings(store, project)
  const environment = { id: project.environment.id, projectId: project.id }
  const entries = Array.from({ length: LOGS }, (_, index) => ({
    type: 'write' as const,
    action: 'update' as const,
    label: `“label” ${index}`,
    collectionName: 'orders',
    recordIds: [String(index), 'a|b'],
    userId: project.admin.id,
  }))
  await store.db.transaction().execute(async transaction => {
    await writeActivityLogs(transaction, environment, entries)
    await writeAdminLog(transaction, {
      projectId: project.id,
      actor: { initiator: 'administrator', person: project.admin },
      type: 'add',
      resource: 'team',
      newValue: { object: 'team', name: 'Operations' },
    })
  })
}
