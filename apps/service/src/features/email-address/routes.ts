import { z } from 'zod'
import { checkOrigin } from '../../http/access/check-origin.js'
import { openRoute, personRoute, type Route } from '../../http/route.js'
import { emailAddress, triedPassword } from '../people/person-fields.js'
import { requestEmailChange, requestVerification } from './request-verification.js'
import { showVerification, verifyEmail } from './verify-email.js'

const tag = 'My account'
const errors = {
  mail_not_configured: 'The service has no mail server.',
  rate_limited: 'Too many links were mailed.',
}
const page = {
  tag,
  path: '/verify-email/{token}',
  contentType: 'text/html',
  params: z.object({ token: z.string().max(100) }),
} as const

/** Routes that verify and change a person's own e-mail address. */
export const emailAddressRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'post',
      path: '/api/me/email',
      tag,
      summary: 'Ask to change your own e-mail address',
      description:
        'A link is mailed to the new address. It works once, for a day, where you are signed in; then the address changes, and the old one is told.',
      who: 'session',
      body: z.strictObject({ email: emailAddress, currentPassword: triedPassword }),
      status: 204,
      errors: {
        ...errors,
        wrong_password: 'The current password is wrong.',
        same_email: 'The account has this e-mail address already.',
      },
    },
    async ({ deps, person, body }) => {
      await requestEmailChange(deps, person, body)
      return undefined
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/email/verification',
      tag,
      summary: 'Ask for a link that verifies your own e-mail address',
      description: 'It works once, for a day, where you are signed in.',
      who: 'session',
      status: 204,
      errors: { ...errors, email_verified: 'The e-mail address is verified already.' },
    },
    async ({ deps, person }) => {
      await requestVerification(deps, person)
      return undefined
    },
  ),
  openRoute(
    {
      ...page,
      method: 'get',
      summary: 'Show which e-mail address a link verifies',
      description: 'Showing the page does not use the link.',
    },
    async ({ deps, request, params }) => showVerification(deps, request, params.token),
  ),
  openRoute(
    {
      ...page,
      method: 'post',
      summary: 'Verify an e-mail address by a link, once',
      description: 'Only the person of the account can, where they are signed in.',
      form: true,
      body: z.object({}),
      errors: { cross_site: 'A page of another site sent the form.' },
    },
    async ({ deps, request, params }) => {
      checkOrigin(request, deps.config)
      return verifyEmail(deps, request, params.token)
    },
  ),
]
