import { z } from 'zod'
import { checkOrigin } from '../../http/access/check-origin.js'
import { openRoute, type Route } from '../../http/route.js'
import { followLink, showLink } from './follow-link.js'

const common = {
  tag: 'Sessions',
  path: '/welcome/{token}',
  contentType: 'text/html',
  params: z.object({ token: z.string() }),
} as const

/** Web pages of links that sign a person in once. They work without scripts. */
export const welcomeRoutes: readonly Route[] = [
  openRoute(
    {
      ...common,
      method: 'get',
      summary: 'Show whom a link signs in',
      description: 'For links of `npx @service/cli link`. Showing the page does not use the link.',
    },
    async ({ deps, request, params }) => showLink(deps, request, params.token),
  ),
  openRoute(
    {
      ...common,
      method: 'post',
      summary: 'Sign in by a link, once',
      description:
        'Like `POST /sign-in`, with the same limit per IP address; responds with a page that continues to the panel.',
      form: true,
      body: z.object({}),
      errors: { cross_site: 'A page of another site sent the form.' },
    },
    async ({ deps, request, params, headers }) => {
      checkOrigin(request, deps.config)
      return followLink(deps, request, params.token, cookie => {
        headers['Set-Cookie'] = cookie
      })
    },
  ),
]
