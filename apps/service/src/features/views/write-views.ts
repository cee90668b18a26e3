import { isDeepStrictEqual } from 'node:util'
import type { View } from '@service/protocol'
import { sql } from 'kysely'
import { ConflictError, ForbiddenError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import { hasLevel } from '../../store/schema.js'
import { refuseTakenName } from '../projects/refuse-taken-name.js'
import { logOrder, logSharedView } from './log-shared-views.js'
import { listViews, readView } from './read-views.js'
import type { NewView, ViewChange, ViewOrder } from './view.js'
import type { ViewsChange } from './views-change.js'

/** The most views that a person may have of a collection, private and shared ones together. */
export const MAX_VIEWS = 200

/** Creates a view as the last one of its list. */
export async function createView(change: ViewsChange, body: NewView): Promise<View> {
  const { transaction, scope } = change
  if (body.isShared) requireManager(change)
  await refuseTooMany(change, body.collectionName)
  const { id } = await refuseTakenName(
    'view',
    transaction
      .insertInto('views')
      .values({
        environment_id: scope.environmentId,
        team_id: scope.teamId,
        collection_name: body.collectionName,
        name: body.name,
        icon: body.icon,
        is_shared: body.isShared,
        owner_id: scope.personId,
        position: await findNextPosition(change, body),
        state: JSON.stringify(body.state),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const view = await readView(transaction, scope, id)
  await logSharedView(change, undefined, view)
  return view
}

/** Changes a view; one that becomes shared or private is the last one of its new list. */
export async function updateView(change: ViewsChange, id: number, body: ViewChange): Promise<View> {
  const { transaction, scope } = change
  const before = await readView(transaction, scope, id)
  const isShared = body.isShared ?? before.isShared
  if (before.isShared || isShared) requireManager(change)
  if (before.isShared && !isShared && !before.isOwn) {
    throw new ForbiddenError(
      `Only ${before.owner.name} can make this view private: it would be theirs alone.`,
      'view_not_own',
    )
  }
  const after = {
    name: body.name ?? before.name,
    icon: body.icon === undefined ? before.icon : body.icon,
    is_shared: isShared,
    state: body.state ?? before.state,
  }
  const isMoved = isShared !== before.isShared
  const { name, icon, state } = before
  if (isDeepStrictEqual({ name, icon, is_shared: before.isShared, state }, after)) return before
  await refuseTakenName(
    'view',
    transaction
      .updateTable('views')
      .set({
        ...after,
        state: JSON.stringify(after.state),
        updated_at: sql<Instant>`clock_timestamp()`,
        ...(isMoved && { position: await findNextPosition(change, { ...before, isShared }) }),
      })
      .where('environment_id', '=', scope.environmentId)
      .where('id', '=', id)
      .execute(),
  )
  const view = await readView(transaction, scope, id)
  await logSharedView(change, before, view)
  return view
}

/** Deletes a view. */
export async function removeView(change: ViewsChange, id: number): Promise<void> {
  const { transaction, scope } = change
  const before = await readView(transaction, scope, id)
  if (before.isShared) requireManager(change)
  await transaction
    .deleteFrom('views')
    .where('environment_id', '=', scope.environmentId)
    .where('id', '=', id)
    .execute()
  await logSharedView(change, before, undefined)
}

/**
 * Orders the shared views of a collection, or the person's private ones: those that are named first, then the
 * others as they were. Ids of other views are ignored, because a view may have been deleted meanwhile.
 */
export async function orderViews(
  change: ViewsChange,
  { collectionName, isShared, ids }: ViewOrder,
): Promise<View[]> {
  const { transaction, scope } = change
  if (isShared) requireManager(change)
  const isMeant = (view: View) => view.isShared === isShared
  const before = (await listViews(transaction, scope, collectionName)).filter(isMeant)
  const rank = (view: View) => {
    const place = ids.indexOf(view.id)
    return place < 0 ? ids.length : place
  }
  const ordered = before.toSorted((one, two) => rank(one) - rank(two))
  if (!isDeepStrictEqual(ordered, before)) {
    await sql`
      update views set position = ordered.position
      from unnest(${ordered.map(view => view.id)}::bigint[]) with ordinality as ordered (id, position)
      where views.environment_id = ${scope.environmentId} and views.id = ordered.id`.execute(
      transaction,
    )
    if (isShared) await logOrder(change, collectionName, before, ordered)
  }
  return (await listViews(transaction, scope, collectionName)).filter(isMeant)
}

function requireManager({ call }: ViewsChange): void {
  const { level } = call.member
  if (hasLevel(level, 'manager')) return
  throw new ForbiddenError(
    `Shared views need the permission level 'manager'; yours is '${level}'. Save the view as a private one.`,
    'level_too_low',
    { level: 'manager', own: level },
  )
}

async function refuseTooMany(
  { transaction, scope }: ViewsChange,
  collectionName: string,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment_id', '=', scope.environmentId)
    .where('team_id', '=', scope.teamId)
    .where('collection_name', '=', collectionName)
    .where('owner_id', '=', scope.personId)
    .executeTakeFirstOrThrow()
  if (count < MAX_VIEWS) return
  throw new ConflictError(
    `You have ${count} views of '${collectionName}', and ${MAX_VIEWS} are allowed. Delete one first.`,
    'too_many_views',
  )
}

async function findNextPosition(
  { transaction, scope }: ViewsChange,
  { collectionName, isShared }: Pick<View, 'collectionName' | 'isShared'>,
): Promise<number> {
  const views = await listViews(transaction, scope, collectionName)
  const positions = views.filter(view => view.isShared === isShared).map(view => view.position)
  return Math.max(0, ...positions) + 1
}
