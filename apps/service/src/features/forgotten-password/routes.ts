import { isServiceError } from '@service/base'
import { z } from 'zod'
import { checkOrigin } from '../../http/access/check-origin.js'
import { findPublicUrl } from '../../http/public-url.js'
import { memberRoute, openRoute, type Route } from '../../http/route.js'
import { emailAddress } from '../people/person-fields.js'
import { Moment, PathId } from '../projects/fields.js'
import { formatRetryAfter, pageResponse } from '../sign-in-page/page.js'
import { askSomebodyPage, forgottenPage, requestedPage } from './page.js'
import { createLinkForMember, formatResetPath, requestMailedLink } from './reset-links.js'
import { resetPassword, showResetForm } from './reset-password.js'

const page = { tag: 'Sessions', contentType: 'text/html' } as const
const crossSite = { cross_site: 'A page of another site sent the form.' }
const reset = {
  ...page,
  path: '/reset-password/{token}',
  params: z.object({ token: z.string().max(100) }),
} as const

/** Routes that replace a forgotten password. Their pages work without scripts. */
export const forgottenPasswordRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'post',
      path: '/api/projects/{projectId}/people/{userId}/password-link',
      tag: 'People',
      summary: 'Make a link with which a person sets a new password',
      description:
        'The link is returned once, here; it works once, for ten minutes. Give it to the person. Setting a password ends their sessions, tokens and grants, keeps their second factors, and signs nobody in. Because you have seen the link, the e-mail address of the account counts as unverified afterwards.',
      level: 'admin',
      sessionOnly: true,
      params: z.object({ userId: PathId }),
      status: 201,
      response: z.object({ url: z.string(), expiresAt: Moment }).meta({ id: 'PasswordLink' }),
      errors: {
        own_account: 'It is your own account: change your password with the current one.',
        owner_account: 'The person may create projects.',
        member_elsewhere: 'The person is a member of a project of which you are not an Admin.',
        account_disabled: 'The account of the person is disabled.',
        no_password: 'The person signs in only through single sign-on.',
      },
    },
    async ({ deps, project, person, params, request, headers }) => {
      const { token, expiresAt } = await deps.store.db.transaction().execute(transaction =>
        createLinkForMember(transaction, {
          userId: params.userId,
          projectId: project.id,
          admin: person,
        }),
      )
      headers['Cache-Control'] = 'no-store'
      return { url: findPublicUrl(deps.config, request) + formatResetPath(token), expiresAt }
    },
  ),
  openRoute(
    {
      ...page,
      method: 'get',
      path: '/forgotten-password',
      summary: 'Show the form that asks for a link to set a new password',
    },
    async ({ deps }) => pageResponse(200, deps.mailer ? forgottenPage() : askSomebodyPage()),
  ),
  openRoute(
    {
      ...page,
      method: 'post',
      path: '/forgotten-password',
      summary: 'Ask for a link to set a new password, by mail',
      description: 'Responds in the same way whether the e-mail address has an account or not.',
      form: true,
      body: z.object({ email: z.string().max(1000).default('') }),
      errors: crossSite,
    },
    async ({ deps, request, body }) => {
      checkOrigin(request, deps.config)
      if (!deps.mailer) return pageResponse(200, askSomebodyPage())
      const { success, data } = emailAddress.safeParse(body.email)
      if (!success) {
        const problem = 'Enter your e-mail address.'
        return pageResponse(400, forgottenPage({ email: body.email, problem }))
      }
      try {
        await requestMailedLink(deps, request, data)
        return pageResponse(200, requestedPage(data))
      } catch (error) {
        if (!isServiceError(error)) throw error
        const again = forgottenPage({ email: data, problem: error.message })
        return pageResponse(error.status, again, formatRetryAfter(error))
      }
    },
  ),
  openRoute(
    {
      ...reset,
      method: 'get',
      summary: 'Show the form for a new password',
      description: 'Showing the page does not use the link.',
    },
    async ({ deps, request, params }) => showResetForm(deps, request, params.token),
  ),
  openRoute(
    {
      ...reset,
      method: 'post',
      summary: 'Set a new password by a link, once',
      form: true,
      body: z.object({
        password: z.string().max(1024).default(''),
        again: z.string().max(1024).default(''),
      }),
      errors: crossSite,
    },
    async ({ deps, request, params, body }) => {
      checkOrigin(request, deps.config)
      return resetPassword(deps, request, params.token, body)
    },
  ),
]
