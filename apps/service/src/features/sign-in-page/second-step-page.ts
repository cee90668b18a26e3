import { type Html, html } from '../reference/html.js'
import type { SecondStep } from '../sessions/second-step.js'
import { pageDocument } from './page.js'
import { passkeyForm, passkeyScript } from './passkey-script.js'

export interface SecondStepForm {
  readonly returnTo: string
  readonly secondStep: SecondStep
  /** The error to show. Absent: none. */
  readonly problem?: string
}

/** The form that asks for a second factor. It works without scripts, except for passkeys. */
export function secondStepPage({ returnTo, secondStep, problem }: SecondStepForm): Html {
  const { ticket, methods, passkeyOptions } = secondStep
  const isWrong = problem !== undefined
  const invalid = isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined
  const hasApp = methods.includes('code')
  return pageDocument(
    isWrong ? 'Error: sign in, second step' : 'Sign in, second step',
    html`<h1>Second step</h1>
${isWrong ? html`<div class="wrong" role="alert" tabindex="-1" autofocus><h2>You are not signed in</h2><p id="problem"><a href="#code">${problem}</a></p></div>` : undefined}
<p class="muted">${hasApp ? 'Enter the code that your authenticator app shows now. If you do not have it at hand, enter one of your recovery codes.' : 'Use your passkey, or enter one of your recovery codes.'}</p>
${passkeyOptions ? passkeyForm({ action: '/sign-in/second-step', ticket, options: passkeyOptions, returnTo, label: 'Use a passkey' }) : undefined}
<form method="post" action="/sign-in/second-step">
<input type="hidden" name="returnTo" value="${returnTo}">
<input type="hidden" name="ticket" value="${ticket}">
<label for="code">${hasApp ? 'Code' : 'Recovery code'}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${invalid}${isWrong ? undefined : html` autofocus`}>
<button type="submit">Continue</button>
</form>
<p><small>Lost your second factor and your recovery codes? An admin can remove it, or whoever runs the service. <a href="/sign-in?returnTo=${encodeURIComponent(returnTo)}">Begin again</a></small></p>
${passkeyScript}`,
  )
}
