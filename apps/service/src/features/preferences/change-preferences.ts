import type { Preferences } from '@service/protocol'
import { type Kysely, sql, type Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import type { PreferencesChange } from './preferences.js'

/** The largest stored size, in bytes of JSON. */
export const MAX_PREFERENCES = 16 * 1024

type Owner = Pick<Person, 'id' | 'credential'>

/** Reads the preferences of a person; empty when they have set none. */
export async function readPreferences(db: Kysely<Database>, owner: Owner): Promise<Preferences> {
  const row = await selectPreferences(db, owner).executeTakeFirst()
  return row?.preferences ?? {}
}

/**
 * Merges a change into the preferences of a person. Concurrent changes, such as those of two tabs, wait for
 * each other, so none is lost.
 */
export async function changePreferences(
  transaction: Transaction<Database>,
  owner: Owner,
  change: PreferencesChange,
): Promise<Preferences> {
  await transaction
    .insertInto('preferences')
    .values({ user_id: owner.id, sso_project_id: findSsoProject(owner), preferences: '{}' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { preferences } = await selectPreferences(transaction, owner)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // The change has passed its schema, so the result fits that of preferences.
  const merged = mergePatch(preferences, change) as Preferences
  const text = JSON.stringify(merged)
  const size = Buffer.byteLength(text)
  if (size > MAX_PREFERENCES) {
    throw new InvalidRequestError(
      `Your preferences would take ${size} bytes, and ${MAX_PREFERENCES} are allowed. Remove favourites you no longer use.`,
      'preferences_too_large',
    )
  }
  await transaction
    .updateTable('preferences')
    .set({ preferences: text, updated_at: sql<Instant>`clock_timestamp()` })
    .where('user_id', '=', owner.id)
    .where('sso_project_id', '=', findSsoProject(owner))
    .execute()
  return merged
}

/** RFC 7396: null removes a member, objects are merged, anything else replaces what was there. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function selectPreferences(db: Kysely<Database>, owner: Owner) {
  return db
    .selectFrom('preferences')
    .select('preferences')
    .where('user_id', '=', owner.id)
    .where('sso_project_id', '=', findSsoProject(owner))
}

/** The project whose single sign-on opened the session, or 0: see the table `preferences`. */
const findSsoProject = ({ credential }: Owner): number =>
  ('ssoProjectId' in credential ? credential.ssoProjectId : null) ?? 0
