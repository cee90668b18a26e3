import { z } from 'zod'
import { openRoute, type Route } from '../../http/route.js'
import { plainText } from '../projects/fields.js'
import { returnTo } from '../sso/return-to.js'
import { noAgentPage, pageResponse } from './page.js'
import {
  finishByForm,
  SecondStepFields,
  SignInFields,
  showSignInForm,
  signInByForm,
  signInByPasskeyForm,
} from './sign-in-by-form.js'

const common = { tag: 'Sessions', contentType: 'text/html' } as const

/** Web pages for signing in. They work without scripts, except for passkeys. */
export const signInPageRoutes: readonly Route[] = [
  openRoute(
    {
      ...common,
      method: 'get',
      path: '/sign-in',
      summary: 'Show the form to sign in with',
      query: z.object({
        returnTo,
        project: plainText(100)
          .optional()
          .meta({ description: 'The project whose single sign-on is offered.' }),
      }),
    },
    ({ deps, request, query }) => showSignInForm(deps, request, 200, query),
  ),
  openRoute(
    {
      ...common,
      method: 'post',
      path: '/sign-in',
      summary: 'Sign in by the form',
      description:
        'Like `POST /api/sessions`, with the same limits; responds with a page that continues to the target.',
      form: true,
      body: SignInFields,
      errors: { cross_site: 'A page of another site sent the form.' },
    },
    signInByForm,
  ),
  openRoute(
    {
      ...common,
      method: 'post',
      path: '/sign-in/second-step',
      summary: 'Take the second step by the form',
      description: 'Like `POST /api/sessions/second-step`, with the same limits.',
      form: true,
      body: SecondStepFields,
      errors: { cross_site: 'A page of another site sent the form.' },
    },
    finishByForm,
  ),
  openRoute(
    {
      ...common,
      method: 'post',
      path: '/sign-in/passkey',
      summary: 'Sign in with a passkey by the form',
      description: 'Like `POST /api/sessions/passkey`, with the same limits.',
      form: true,
      body: SecondStepFields,
      errors: { cross_site: 'A page of another site sent the form.' },
    },
    signInByPasskeyForm,
  ),
  openRoute(
    {
      ...common,
      method: 'get',
      path: '/agent-sign-in',
      summary: 'Page shown when the environment has no agent URL',
      description: 'People return here when their environment has no `agentUrl`.',
      query: z.looseObject({}),
    },
    async () => pageResponse(200, noAgentPage()),
  ),
]
