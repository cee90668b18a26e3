import { matchesEtag } from '@service/http'
import { PreconditionFailedError, PreconditionRequiredError } from '../../errors.js'
import { displayName } from '../people/display-name.js'
import { layoutTag } from './read-layout.js'
import type { LayoutChange } from './write-layout.js'

/** Throws unless `If-Match` has the tag of the current layout, so that nobody overwrites a change unseen. */
export async function requireCurrentTag(
  { transaction, environment, team }: LayoutChange,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) {
    throw new PreconditionRequiredError(
      'Send the ETag of the layout you changed as If-Match. GET returns it.',
    )
  }
  const current = await transaction
    .selectFrom('layouts')
    .leftJoin('users', 'users.id', 'layouts.updated_by')
    .select([layoutTag.as('tag'), 'layouts.updated_at', displayName.as('author')])
    .where('environment_id', '=', environment.id)
    .where('team_id', '=', team.id)
    .executeTakeFirst()
  if (matchesEtag(ifMatch, `"${current?.tag ?? 'none'}"`)) return
  const cause = current
    ? `${current.author ?? 'The service'} changed the layout at ${current.updated_at}.`
    : 'The team has no layout in this environment yet.'
  throw new PreconditionFailedError(
    `${cause} Read it again, then repeat your change.`,
    'layout_changed',
  )
}
