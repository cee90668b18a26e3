import { isServiceError } from '@service/base'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { checkOrigin } from '../../http/access/check-origin.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Call } from '../../http/route.js'
import { emailAddress, triedPassword } from '../people/person-fields.js'
import { finishSecondStep, signInByPasskey } from '../sessions/finish-second-step.js'
import { repeatSecondStep } from '../sessions/second-step.js'
import { signIn } from '../sessions/sign-in.js'
import { returnTo } from '../sso/return-to.js'
import { PasskeyAssertion, startAuthentication } from '../two-factors/passkeys.js'
import { makeTicket } from '../two-factors/tickets.js'
import {
  continuePage,
  formatRetryAfter,
  pageResponse,
  type SignInForm,
  signInPage,
} from './page.js'
import { scriptedPageResponse } from './scripted-page-response.js'
import { secondStepPage } from './second-step-page.js'
import { findSso } from './sso-link.js'

/** The fields of the form. Errors are shown on the page, not returned as JSON. */
export const SignInFields = z.object({
  email: z.string().max(1000).default(''),
  password: z.string().max(10_000).default(''),
  returnTo,
})

/** The fields of the second step: a code, or the use of a passkey as JSON. */
export const SecondStepFields = z.object({
  ticket: z.string().max(4_000).default(''),
  code: z.string().max(100).default(''),
  passkey: z.string().max(60_000).default(''),
  returnTo,
})

const Credentials = z.object({ email: emailAddress, password: triedPassword.min(1) })

type FormCall<B> = Call<unknown, unknown, B>

/** Signs in like `POST /api/sessions`, and responds with a page. */
export async function signInByForm({
  deps,
  request,
  body,
  headers,
}: FormCall<z.output<typeof SignInFields>>): Promise<Response> {
  checkOrigin(request, deps.config)
  const { email, returnTo } = body
  const renderAgain = (status: number, problem: string, more?: Record<string, string>) =>
    showSignInForm(deps, request, status, { returnTo, email, problem }, more)
  const { success, data } = Credentials.safeParse(body)
  if (!success) return renderAgain(400, 'Enter your e-mail address and your password.')
  try {
    const { signedIn, secondStep } = await signIn(deps, request, data)
    if (secondStep) return scriptedPageResponse(200, secondStepPage({ returnTo, secondStep }))
    headers['Set-Cookie'] = signedIn.cookies
    return pageResponse(200, continuePage(returnTo))
  } catch (error) {
    if (!isServiceError(error)) throw error
    return renderAgain(error.status, error.message, formatRetryAfter(error))
  }
}

/** The sign-in form, with the ways to sign in that there are. */
export async function showSignInForm(
  deps: Deps,
  request: RequestInfo,
  status: number,
  form: Pick<SignInForm, 'returnTo' | 'email' | 'problem'> & { readonly project?: string },
  headers?: Record<string, string>,
): Promise<Response> {
  const options = await startAuthentication(deps, request)
  const { ticket } = makeTicket(deps, 'passkey sign-in', { challenge: options.challenge })
  const sso = await findSso(deps, form)
  return scriptedPageResponse(
    status,
    signInPage({ ...form, sso, passkey: { ticket, options } }),
    headers,
  )
}

/** Takes the second factor like `POST /api/sessions/second-step`, and responds with a page. */
export async function finishByForm({
  deps,
  request,
  body,
  headers,
}: FormCall<z.output<typeof SecondStepFields>>): Promise<Response> {
  checkOrigin(request, deps.config)
  const { ticket, code, returnTo } = body
  const passkey = readPasskey(body.passkey)
  try {
    const factor = passkey ? { passkey } : { code }
    const { cookies } = await finishSecondStep(deps, request, { ticket, ...factor })
    headers['Set-Cookie'] = cookies
    return pageResponse(200, continuePage(returnTo))
  } catch (error) {
    if (!isServiceError(error)) throw error
    const { status, message: problem } = error
    if (error.code === 'sign_in_expired') {
      return showSignInForm(deps, request, status, { returnTo, problem })
    }
    const secondStep = await repeatSecondStep(deps, request, ticket)
    const page = secondStepPage({ returnTo, secondStep, problem })
    return scriptedPageResponse(status, page, formatRetryAfter(error))
  }
}

/** Signs in by a passkey alone, and responds with a page. */
export async function signInByPasskeyForm({
  deps,
  request,
  body,
  headers,
}: FormCall<z.output<typeof SecondStepFields>>): Promise<Response> {
  checkOrigin(request, deps.config)
  const { ticket, returnTo } = body
  const passkey = readPasskey(body.passkey)
  const renderAgain = (status: number, problem: string, more?: Record<string, string>) =>
    showSignInForm(deps, request, status, { returnTo, problem }, more)
  if (!passkey) return renderAgain(400, 'The browser sent no passkey. Try again.')
  try {
    const { cookies } = await signInByPasskey(deps, request, { ticket, passkey })
    headers['Set-Cookie'] = cookies
    return pageResponse(200, continuePage(returnTo))
  } catch (error) {
    if (!isServiceError(error)) throw error
    return renderAgain(error.status, error.message, formatRetryAfter(error))
  }
}

function readPasskey(text: string): z.output<typeof PasskeyAssertion> | undefined {
  try {
    return PasskeyAssertion.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
