import { isDeepStrictEqual } from 'node:util'
import type { View } from '@service/protocol'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import type { ViewsChange } from './views-change.js'

/** Logs what a change means for the team: a view that becomes private is removed from it. */
export async function logSharedView(
  change: ViewsChange,
  before: View | undefined,
  after: View | undefined,
): Promise<void> {
  const [previous, next] = [before, after].map(view =>
    view?.isShared ? describeView(change, view) : undefined,
  )
  if (!isDeepStrictEqual(previous, next)) await write(change, previous, next)
}

/** Logs a new order of shared views, by their names. */
export async function logOrder(
  change: ViewsChange,
  collectionName: string,
  before: readonly View[],
  after: readonly View[],
): Promise<void> {
  const describeOrder = (views: readonly View[]) => ({
    ...describePlace(change),
    collectionName,
    order: views.map(view => view.name),
  })
  await write(change, describeOrder(before), describeOrder(after))
}

const describePlace = ({ call, teamName }: ViewsChange) => ({
  team: { object: 'team', name: teamName },
  environment: { object: 'environment', name: call.environment.name },
})

const describeView = (change: ViewsChange, { name, icon, collectionName, state }: View) => ({
  ...describePlace(change),
  name,
  icon,
  collectionName,
  state,
})

function write(
  { transaction, call }: ViewsChange,
  previous: object | undefined,
  next: object | undefined,
): Promise<void> {
  return writeAdminLog(transaction, {
    projectId: call.project.id,
    actor: { initiator: 'administrator', person: call.person },
    type: previous ? (next ? 'update' : 'remove') : 'add',
    resource: 'view',
    ...(previous && { previousValue: previous }),
    ...(next && { newValue: next }),
  })
}
