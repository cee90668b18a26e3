import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { changeLayout } from './change-layout.js'
import { Layout, TaggedLayout } from './layout.js'
import { LayoutCopy, LayoutRestoration } from './layout-version.js'
import { readSource } from './read-source.js'
import { readVersion } from './read-versions.js'

const layout = '/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/layout'
const common = {
  tag: 'Layouts',
  level: 'editor',
  params: z.object({ teamId: PathId }),
  headers: {
    'if-match': 'Required. The `ETag` of the current layout; `"none"` while there is none.',
  },
  response: TaggedLayout,
  errors: {
    not_in_team: 'You are neither in the team nor an Admin.',
    if_match_required: 'The request has no `If-Match`.',
    layout_changed: 'Somebody else changed the layout; the message says who and when.',
  },
} as const

/** Routes that change layouts. Each change makes a version and is in the admin log. */
export const layoutWriteRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      method: 'put',
      path: layout,
      summary: 'Replace the layout of a team',
      description:
        'For editors in the team and Admins. Names of collections and fields that the schema does not have are kept. At most 512 KiB.',
      bodyLimit: 512 * 1024,
      body: Layout,
    },
    call => changeLayout(call, async () => ({ layout: call.body })),
  ),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: `${layout}/restore`,
      summary: 'Restore a version of a layout',
      description: 'Makes a new version that equals the given one.',
      body: LayoutRestoration,
    },
    call =>
      changeLayout(call, async ({ transaction, environment, team }) => {
        const { version } = call.body
        const rendering = { environmentId: environment.id, teamId: team.id }
        const { layout } = await readVersion(transaction, rendering, version)
        return { layout, origin: { restoredVersion: version } }
      }),
  ),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: `${layout}/copy`,
      summary: 'Copy the layout of another team or environment',
      description: 'Of the same project. You are in the other team too, or an Admin.',
      body: LayoutCopy,
    },
    call => changeLayout(call, change => readSource(call, change)),
  ),
]
