import { type Html, html } from '../reference/html.js'
import { pageDocument, problemPage } from '../sign-in-page/page.js'

/** Programs that preview links do not end anything: the form does. */
export const unsubscribePage = (token: string): Html =>
  pageDocument(
    'No more mail',
    html`<h1>No more mail about mentions and approvals?</h1>
<form method="post" action="/unsubscribe/${token}">
<button type="submit" autofocus>Send no more of it</button>
</form>
<p>You can switch it on again in your settings, under Notifications.</p>`,
  )

export const unsubscribedPage = (): Html =>
  pageDocument(
    'Switched off',
    html`<h1>Switched off</h1>
<p>You get no more mail about mentions and approvals. You can switch it on again in your settings, under Notifications.</p>
<p><a href="/app">Open the panel</a></p>`,
  )

export const unknownLinkPage = (): Html =>
  problemPage(
    'This link is unknown',
    'Check that it is complete. You can also switch mail off in your settings, under Notifications.',
  )
