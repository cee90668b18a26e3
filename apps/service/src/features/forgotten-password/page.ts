import type { AccountLinkProblem } from '../account-links/account-links.js'
import { passwordAdvice } from '../me/password-rules.js'
import { type Html, html } from '../reference/html.js'
import { pageDocument, problemPage } from '../sign-in-page/page.js'
import { formatResetPath } from './reset-links.js'

const backToSignIn = html`<p><a href="/sign-in">Back to sign-in</a></p>`

const summary = (problem: string, field: string) =>
  html`<div class="wrong" role="alert" tabindex="-1" autofocus><p id="problem"><a href="#${field}">${problem}</a></p></div>`

/** The form that asks for a link by mail. */
export function forgottenPage({
  email = '',
  problem,
}: {
  readonly email?: string
  readonly problem?: string
} = {}): Html {
  const isWrong = problem !== undefined
  const invalid = isWrong ? html` aria-invalid="true" aria-describedby="problem"` : html` autofocus`
  return pageDocument(
    isWrong ? 'Error: forgotten password' : 'Forgotten password',
    html`<h1>Forgotten password</h1>
${isWrong ? summary(problem, 'email') : undefined}
<form method="post" action="/forgotten-password">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}"${invalid}>
<button type="submit">Send me a link</button>
</form>
${backToSignIn}`,
  )
}

/** What follows the form, whether there is an account or not. */
export const requestedPage = (email: string): Html =>
  pageDocument(
    'Look into your mailbox',
    html`<h1>Look into your mailbox</h1>
<p>If ${email} has an account with a password, a message with a link is on its way. The link works once, for 30 minutes.</p>
<p>Nothing came? Look into the folder for unwanted mail, or ask an Admin of your project for a link.</p>
${backToSignIn}`,
  )

/** What is shown when the service cannot send mail. */
export const askSomebodyPage = (): Html =>
  pageDocument(
    'Forgotten password',
    html`<h1>Forgotten password</h1>
<p>This service sends no mail. Somebody can make a link for you that sets a new password, once within ten minutes:</p>
<p>An Admin of your project, in the settings under People.</p>
<p>Or whoever runs the service, with <code>npx @service/cli link --reset-password</code>. Without the option, the link signs you in.</p>
${backToSignIn}`,
  )

/** The form for the new password. */
export function resetPage(
  token: string,
  { email, problem }: { readonly email: string; readonly problem?: string },
): Html {
  const isWrong = problem !== undefined
  const invalid = isWrong ? html` aria-invalid="true"` : undefined
  return pageDocument(
    isWrong ? 'Error: set a new password' : 'Set a new password',
    html`<h1>Set a new password</h1>
<p>Of the account ${email}. Its sessions, tokens and grants end.</p>
${isWrong ? summary(problem, 'password') : undefined}
<form method="post" action="${formatResetPath(token)}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" aria-describedby="advice${isWrong ? ' problem' : ''}"${invalid}${isWrong ? undefined : html` autofocus`}>
<p class="muted" id="advice">${passwordAdvice}</p>
<label for="again">The same again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required${invalid}>
<button type="submit">Set the password</button>
</form>`,
  )
}

/** What follows a new password. Nobody is signed in: an account may have a second factor. */
export const doneResetPage = (email: string): Html =>
  pageDocument(
    'The password is set',
    html`<h1>The password is set</h1>
<p>Sign in as ${email} with the new password. What was signed in before has been signed out.</p>
<p><a href="/sign-in" autofocus>Sign in</a></p>`,
  )

/** Why a link sets no password. */
export type ResetProblem = AccountLinkProblem | 'withdrawn'

const problems: Readonly<Record<ResetProblem, string>> = {
  unknown: 'This link is unknown. Check that it is complete.',
  used: 'This link has been used; each one works once.',
  expired: 'This link has expired, or a newer password replaced it.',
  disabled: 'The account of this link is disabled. Ask the operator of the service.',
  withdrawn: 'Who made this link may not make it any more. Ask for another one.',
}

/** The page of a link that does not work. */
export const deadResetPage = (problem: ResetProblem): Html => refusedResetPage(problems[problem])

/** A page that says why no password was set. */
export const refusedResetPage = (reason: string): Html =>
  problemPage(
    'No password was set',
    reason,
    html`<p><a href="/forgotten-password">Ask for another link</a></p>`,
  )
