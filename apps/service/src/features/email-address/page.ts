import type { AccountLinkProblem } from '../account-links/account-links.js'
import { type Html, html } from '../reference/html.js'
import { pageDocument, problemPage } from '../sign-in-page/page.js'

/** The path of the page that verifies an address. */
export const formatVerificationPath = (token: string): string => `/verify-email/${token}`

/** The page of a link that works. It changes nothing: programs that preview links do not use it up. */
export const verificationPage = (token: string, email: string): Html =>
  pageDocument(
    'Verify your e-mail address',
    html`<h1>Verify your e-mail address</h1>
<form method="post" action="${formatVerificationPath(token)}">
<button type="submit" autofocus>Use ${email} for my account</button>
</form>`,
  )

export const verifiedPage = (email: string): Html =>
  pageDocument(
    'The e-mail address is verified',
    html`<h1>The e-mail address is verified</h1>
<p>Your account has the address ${email} now; sign in with it from now on.</p>
<p><a href="/app" autofocus>Open the panel</a></p>`,
  )

/** Why a link verifies no address. */
export type VerificationProblem = AccountLinkProblem | 'signed_out' | 'other_account' | 'taken'

const problems: Readonly<Record<VerificationProblem, string>> = {
  unknown: 'This link is unknown. Check that it is complete.',
  used: 'This link has been used; each one works once.',
  expired:
    'This link has expired, or the account changed since. Ask for another one in your settings.',
  disabled: 'The account of this link is disabled. Ask the operator of the service.',
  signed_out:
    'Sign in to your account first. If it was not you who asked for this link, ignore it.',
  other_account: 'This link is for another account than the one you are signed in to.',
  taken: 'Another account has this e-mail address.',
}

/** The page of a link that does not work. */
export function deadVerificationPage(problem: VerificationProblem, token: string): Html {
  const back = encodeURIComponent(formatVerificationPath(token))
  return refusedVerificationPage(
    problems[problem],
    problem === 'signed_out'
      ? html`<p><a href="/sign-in?returnTo=${back}">Sign in and verify</a></p>`
      : undefined,
  )
}

/** A page that says why no address was verified. */
export const refusedVerificationPage = (reason: string, more?: Html): Html =>
  problemPage('No address was verified', reason, more)
