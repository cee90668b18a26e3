import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ActivityEntry } from '@service/service-client'
import type { TestService } from '../test-service/test-service.js'

const pollMs = 20
const polls = 500

/**
 * Agents send activity in batches with a delay, so this waits up to ten seconds for a matching
 * entry.
 */
export async function findActivity(
  service: TestService,
  like: Partial<ActivityEntry>,
): Promise<ActivityEntry> {
  let seen: readonly ActivityEntry[] = []
  for (let poll = 0; poll < polls; poll += 1) {
    seen = (await service.recorded()).activity
    const found = seen.find(entry => isLike(entry, like))
    if (found) return found
    await wait(pollMs)
  }
  const known = seen.map(entry => JSON.stringify(entry)).join('\n') || 'nothing'
  throw new Error(`The agent logged no activity like ${JSON.stringify(like)}. It logged:\n${known}`)
}

function isLike(entry: ActivityEntry, like: Partial<ActivityEntry>): boolean {
  return Object.entries(like).every(([key, value]) =>
    isDeepStrictEqual(entry[key as keyof ActivityEntry], value),
  )
}
