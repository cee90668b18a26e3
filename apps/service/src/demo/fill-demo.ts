import { sql } from 'kysely'
import type { Deps } from '../deps.js'
import { ensurePartitions } from '../logs/ensure-partitions.js'
import { demoActivity } from './activity.js'
import { createShop, PROJECT_NAME, type ShopSetting } from './create-shop.js'
import { noteEvents } from './note-events.js'
import { demoNotes } from './notes.js'
import { createRandom } from './random.js'
import { inOrder } from './timeline.js'
import { noteActivity, writeDemoActivity } from './write-demo-activity.js'
import { writeDemoApprovals } from './write-demo-approvals.js'
import { writeDemoMentions } from './write-demo-mentions.js'
import { writeDemoNotes } from './write-demo-notes.js'

const SEED = 20_260_102
const DAY = 86_400_000
const DAYS = 30
const NOTES = 60
const ACTIVITIES = 1_850

/**
 * Creates the demo project: a shop with people, permissions, notes and a month of logs. It runs in one
 * transaction and does nothing when the project exists. Returns whether it was created.
 */
export async function fillDemo({ store }: Deps, setting: ShopSetting): Promise<boolean> {
  const to = Date.now() - 60_000
  const from = to - DAYS * DAY
  await ensurePartitions(store.db, new Date(from))
  return store.db.transaction().execute(async transaction => {
    // Instances that start at the same time wait for the one that creates the project.
    await sql`select pg_advisory_xact_lock(hashtext('service demo'))`.execute(transaction)
    const known = await transaction
      .selectFrom('projects')
      .select('id')
      .where('name', '=', PROJECT_NAME)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known) return false
    const shop = await createShop(transaction, setting)
    const random = createRandom(SEED)
    const notes = demoNotes(random, NOTES, shop.size)
    const ofNotes = inOrder(noteEvents(random, notes, from, to))
    const others = demoActivity(random, ACTIVITIES, shop.size)
    await writeDemoNotes(transaction, shop, notes, ofNotes)
    await writeDemoActivity(
      transaction,
      shop,
      inOrder([
        ...ofNotes.flatMap(event => {
          const note = notes[event.note]
          return note ? { ...noteActivity(note, event), at: Date.parse(event.instant) } : []
        }),
        ...others.map(activity => ({ ...activity, at: from + random.next() * (to - from) })),
      ]),
    )
    await writeDemoApprovals(transaction, shop)
    await writeDemoMentions(transaction, shop)
    return true
  })
}
