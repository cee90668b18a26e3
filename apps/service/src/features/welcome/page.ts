import { type Html, html } from '../reference/html.js'
import { pageDocument } from '../sign-in-page/page.js'
import type { LinkProblem } from './welcome-links.js'

/** The page of a link that works. It changes nothing: programs that preview links do not use it up. */
export const welcomePage = (token: string, email: string): Html =>
  pageDocument(
    'Welcome',
    html`<h1>Welcome</h1>
<form method="post" action="/welcome/${token}">
<button type="submit" autofocus>Continue as ${email}</button>
</form>
<p>This link works once. <a href="/sign-in">Sign in as somebody else</a></p>`,
  )

const problems: Readonly<Record<LinkProblem, string>> = {
  unknown: 'This link is unknown. Check that it is complete.',
  used: 'This link has been used; each one works once.',
  expired: 'This link has expired; each one works for ten minutes.',
  disabled: 'The account of this link is disabled. Ask the operator of the service.',
}

/** The page of a link that does not work. */
export const deadLinkPage = (problem: LinkProblem): Html => refusalPage(problems[problem])

/** A page that says why nobody was signed in, and what to do. */
export const refusalPage = (reason: string): Html =>
  pageDocument(
    'Error: you are not signed in',
    html`<h1>Welcome</h1>
<div class="wrong" role="alert" tabindex="-1" autofocus><h2>You are not signed in</h2><p>${reason}</p></div>
<p>For another link, run <code>npx @service/cli link</code> with your e-mail address on the machine of the service, or <a href="/sign-in">sign in with your password</a>.</p>`,
  )
