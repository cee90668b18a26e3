import type { Boot, BootPlace } from '@service/protocol'
import type { Kysely } from 'kysely'
import type { Person } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import { version } from '../../version.js'
import { countDecidableApprovals } from '../approvals/count-approvals.js'
import { layoutTag } from '../layouts/read-layout.js'
import { countUnseenMentions } from '../notes/read-mentions.js'
import { readPreferences } from '../preferences/change-preferences.js'
import { findPlace } from './find-place.js'
import { readBootProjects } from './read-projects.js'

interface BootRequest {
  readonly renderingId?: number
  /** The path of a page of the panel. */
  readonly address?: string
  readonly csrfToken: string
}

/**
 * Reads what the panel needs before it shows anything, in two round trips to the database: what depends on
 * the person, and then what depends on the place.
 */
export async function readBoot(
  db: Kysely<Database>,
  person: Person,
  { renderingId, address, csrfToken }: BootRequest,
): Promise<Boot> {
  const [projects, preferences, unseen] = await Promise.all([
    readBootProjects(db, person),
    readPreferences(db, person),
    countUnseenMentions(db, person),
  ])
  const { lastRenderingId } = preferences
  const place = findPlace(projects, { renderingId, address, lastRenderingId })
  const found = place && (await readPlace(db, person, place))
  const { id, email, firstName, lastName } = person
  return {
    user: { id, email, firstName, lastName },
    csrfToken,
    projects,
    preferences,
    place: place ?? null,
    agentCode: null,
    layout: found ? { tag: found.tag, layout: found.layout } : null,
    unread: { mentions: unseen.count, approvals: found?.approvals ?? 0 },
    version,
  }
}

function readPlace(db: Kysely<Database>, { id }: Person, place: BootPlace) {
  return db
    .selectFrom('renderings')
    .leftJoin('layouts', join =>
      join
        .onRef('layouts.environment_id', '=', 'renderings.environment_id')
        .onRef('layouts.team_id', '=', 'renderings.team_id'),
    )
    .select(['layouts.layout', layoutTag.as('tag')])
    .select(countDecidableApprovals({ ...place, userId: id }).as('approvals'))
    .where('renderings.id', '=', place.renderingId)
    .executeTakeFirst()
}
