import { z } from 'zod'
import { checkOrigin } from '../../http/access/check-origin.js'
import { openRoute, type Route } from '../../http/route.js'
import { acceptByForm, InvitationFields, showInvitation } from './accept-by-form.js'

const common = {
  tag: 'Invitations',
  path: '/invitations/{token}',
  contentType: 'text/html',
  params: z.object({ token: z.string().max(100) }),
} as const

/** Web pages of invitations. They work without scripts. */
export const invitationPageRoutes: readonly Route[] = [
  openRoute(
    {
      ...common,
      method: 'get',
      summary: 'Show who invites to what',
      description: 'Showing the page does not use the invitation.',
    },
    async ({ deps, request, params }) => showInvitation({ deps, request, token: params.token }),
  ),
  openRoute(
    {
      ...common,
      method: 'post',
      summary: 'Accept an invitation by the form',
      description:
        'Like `POST /api/invitations/{token}/accept`. A person with a new account is signed in.',
      form: true,
      body: InvitationFields,
      errors: { cross_site: 'A page of another site sent the form.' },
    },
    async ({ deps, request, params, body, headers }) => {
      checkOrigin(request, deps.config)
      return acceptByForm({ deps, request, token: params.token }, body, cookies => {
        headers['Set-Cookie'] = cookies
      })
    },
  ),
]
