import { isServiceError } from '@service/base'
import { z } from 'zod'
import { checkOrigin } from '../../http/access/check-origin.js'
import type { Call } from '../../http/route.js'
import { emailAddress, triedPassword } from '../people/person-fields.js'
import { signIn } from '../sessions/sign-in.js'
import { returnTo } from '../sso/return-to.js'
import { continuePage, formatRetryAfter, pageResponse, signInPage } from './page.js'
import { findSso } from './sso-link.js'

/** The fields of the form. Errors are shown on the page, not returned as JSON. */
export const SignInFields = z.object({
  email: z.string().max(1000).default(''),
  password: z.string().max(10_000).default(''),
  returnTo,
})

const Credentials = z.object({ email: emailAddress, password: triedPassword.min(1) })

/** Signs in like `POST /api/sessions`, and responds with a page. */
export async function signInByForm(
  call: Call<unknown, unknown, z.output<typeof SignInFields>>,
): Promise<Response> {
  const { deps, request, body, headers } = call
  checkOrigin(request, deps.config)
  const renderFormAgain = async (
    status: number,
    problem: string,
    more?: Record<string, string>,
  ) => {
    const { email, returnTo } = body
    const sso = await findSso(deps, { returnTo })
    return pageResponse(status, signInPage({ returnTo, email, problem, sso }), more)
  }
  const { success, data } = Credentials.safeParse(body)
  if (!success) return renderFormAgain(400, 'Enter your e-mail address and your password.')
  try {
    const { cookies } = await signIn(deps, request, data)
    headers['Set-Cookie'] = cookies
    return pageResponse(200, continuePage(body.returnTo))
  } catch (error) {
    if (!isServiceError(error)) throw error
    return renderFormAgain(error.status, error.message, formatRetryAfter(error))
  }
}
