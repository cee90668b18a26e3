import type { Scope } from '@service/authorization'
import { type Html, html } from '../reference/html.js'
import { pageDocument, pageResponse, policyFor } from '../sign-in-page/page.js'
import type { ConsentRequest } from './authorize.js'
import { describeReceiver, toPolicySource } from './redirect-target.js'
import { scopeWords } from './scopes.js'

export interface ConsentPrompt extends ConsentRequest {
  /** The hidden fields of the form. */
  readonly hidden: Readonly<Record<string, string>>
  /** What was wrong with the previous decision. Absent at first. */
  readonly problem?: string
}

/**
 * The consent page. Its policy allows the form to submit to the service and redirect to the client, and
 * nowhere else.
 */
export function consentPage(status: number, prompt: ConsentPrompt): Response {
  const { oauthClient, redirectUri, target, person, problem } = prompt
  const name = oauthClient.name ?? 'A program without a name'
  const page = pageDocument(
    problem === undefined ? 'Allow access' : 'Error: allow access',
    html`<h1>Allow access?</h1>
${problem === undefined ? undefined : html`<div class="wrong" role="alert"><h2>Nothing was allowed</h2><p>${problem}</p></div>`}
<p><strong>${name}</strong> asks to work in your name.</p>
<dl class="facts">
<div><dt>Project</dt><dd><strong>${target.projectName}</strong></dd></div>
<div><dt>Environment</dt><dd><strong>${target.environmentName}</strong></dd></div>
<div><dt>The answer goes to</dt><dd><strong>${describeReceiver(redirectUri)}</strong></dd></div>
<div><dt>In the name of</dt><dd>${person.email}</dd></div>
</dl>
<p class="careful">Nobody has checked the name of this client. Allow only what you began yourself.</p>
<form method="post" action="/oauth/authorize">
${Object.entries(prompt.hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<fieldset><legend>It may</legend>
${prompt.offered.map(renderCheckbox)}
</fieldset>
${teamChoice(prompt)}
<div class="buttons">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="quiet">Deny</button>
</div>
</form>
<p><small>You and the admins of the project can end this at any time: in the panel, under Settings › Your AI clients.</small></p>`,
  )
  return pageResponse(status, page, {
    'Content-Security-Policy': policyFor(`'self' ${toPolicySource(redirectUri)}`),
  })
}

const renderCheckbox = (scope: Scope): Html =>
  html`<label class="choice"><input type="checkbox" name="${scope}" value="on" checked> ${scopeWords[scope]}</label>
`

/** The teams to choose from; nothing when the person has only one. */
function teamChoice({ teams }: ConsentRequest): Html {
  const [first, ...others] = teams
  if (!first || others.length === 0) {
    return html`<input type="hidden" name="renderingId" value="${first?.renderingId}">`
  }
  const choices = teams.map(
    ({ renderingId, name }) =>
      html`<label class="choice"><input type="radio" name="renderingId" value="${renderingId}"${renderingId === first.renderingId ? html` checked` : undefined}> ${name}</label>
`,
  )
  return html`<fieldset><legend>As a member of the team</legend>
${choices}
</fieldset>`
}
