import type { Layout } from '@service/protocol'
import type { MemberCall } from '../../http/route.js'
import { findOwnTeam } from '../teams/find-own-team.js'
import { lockTeam } from '../teams/lock-team.js'
import type { TaggedLayout } from './layout.js'
import { readLayout } from './read-layout.js'
import { requireCurrentTag } from './require-current-tag.js'
import { type LayoutChange, writeLayout } from './write-layout.js'

type Call = MemberCall<{ readonly teamId: number }, unknown, unknown>

/** The layout to write, and for the admin log where it comes from. */
interface NextLayout {
  readonly layout: Layout
  readonly origin?: object
}

/** Writes the layout that `choose` returns, if the caller's `If-Match` has the tag of the current one. */
export async function changeLayout(
  call: Call,
  choose: (change: LayoutChange) => Promise<NextLayout>,
): Promise<TaggedLayout> {
  const { deps, project, environment, person, request, headers } = call
  const { id: teamId } = await findOwnTeam(call)
  const changed = await deps.store.db.transaction().execute(async transaction => {
    const name = await lockTeam(transaction, { projectId: project.id, teamId })
    const change = { transaction, project, environment, team: { id: teamId, name }, person }
    await requireCurrentTag(change, request.header('if-match'))
    const { layout, origin } = await choose(change)
    await writeLayout(change, layout, origin)
    return readLayout(transaction, { environmentId: environment.id, teamId })
  })
  headers.ETag = `"${changed.tag}"`
  return changed
}
