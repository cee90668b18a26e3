import { passwordAdvice } from '../me/password-rules.js'
import { type Html, html } from '../reference/html.js'
import { pageDocument, problemPage, type SignInForm } from '../sign-in-page/page.js'
import type { InvitationProblem, ShownInvitation } from './find-shown-invitation.js'

const formatInvitationPath = (token: string): string => `/invitations/${token}`

/** What the page offers, and what was entered before. */
export interface InvitationView {
  readonly token: string
  readonly invitation: ShownInvitation
  /** The e-mail address of the person signed in in this browser. */
  readonly signedInAs?: string | undefined
  readonly sso?: SignInForm['sso']
  readonly firstName?: string
  readonly lastName?: string
  readonly problem?: string
}

/** The page of an open invitation: a form for a new account, or how to accept with the one there is. */
export function invitationPage(view: InvitationView): Html {
  const { invitation, problem, sso, token } = view
  const { projectName, inviter, roleName, email, expiresAt } = invitation
  const isWrong = problem !== undefined
  const back = encodeURIComponent(formatInvitationPath(token))
  return pageDocument(
    `${isWrong ? 'Error: ' : ''}Invitation to ${projectName}`,
    html`<h1>Join ${projectName}</h1>
<p><strong>${inviter.username}</strong> (${inviter.email}) invites ${email} as <strong>${roleName}</strong>.</p>
${isWrong ? html`<div class="wrong" role="alert" tabindex="-1" autofocus><p id="problem">${problem}</p></div>` : undefined}
${chooseOffer(view, back)}
${sso ? html`<p><a href="${sso.path}?returnTo=${encodeURIComponent('/app')}">Accept through the single sign-on of ${sso.projectName}</a></p>` : undefined}
<p><small>The invitation ends on ${expiresAt.slice(0, 10)}.</small></p>`,
  )
}

function chooseOffer(view: InvitationView, back: string): Html {
  const { invitation, signedInAs, token } = view
  if (signedInAs?.toLowerCase() === invitation.email) {
    return html`<form method="post" action="${formatInvitationPath(token)}">
<input type="hidden" name="as" value="me">
<button type="submit" autofocus>Accept as ${invitation.email}</button>
</form>`
  }
  if (!invitation.hasAccount) return accountForm(view)
  return html`${signedInAs === undefined ? undefined : html`<p>You are signed in as ${signedInAs}, and the invitation is for ${invitation.email}.</p>`}
<p>${invitation.email} has an account. <a href="/sign-in?returnTo=${back}">Sign in to accept</a></p>`
}

function accountForm({
  token,
  firstName = '',
  lastName = '',
  problem,
  invitation,
}: InvitationView) {
  const invalid = problem === undefined ? undefined : html` aria-describedby="problem"`
  return html`<form method="post" action="${formatInvitationPath(token)}">
<input type="hidden" name="username" autocomplete="username" value="${invitation.email}">
<label for="firstName">First name</label>
<input id="firstName" name="firstName" autocomplete="given-name" required maxlength="100" value="${firstName}"${invalid}${problem === undefined ? html` autofocus` : undefined}>
<label for="lastName">Last name</label>
<input id="lastName" name="lastName" autocomplete="family-name" required maxlength="100" value="${lastName}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" aria-describedby="advice">
<p class="muted" id="advice">${passwordAdvice}</p>
<label for="again">The same again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required>
<button type="submit">Create my account</button>
</form>`
}

/** What follows when the account existed before: nobody is signed in, because it may have a second factor. */
export const joinedPage = (projectName: string): Html =>
  pageDocument(
    `You joined ${projectName}`,
    html`<h1>You joined ${projectName}</h1>
<p>Sign in with your new password.</p>
<p><a href="/sign-in?returnTo=%2Fapp" autofocus>Sign in</a></p>`,
  )

const problems: Readonly<Record<InvitationProblem, string>> = {
  unknown: 'This invitation is unknown. Check that the link is complete.',
  accepted: 'This invitation has been accepted; each one works once.',
  revoked: 'This invitation was withdrawn. Ask for another one.',
  expired: 'This invitation has expired; each one works for seven days. Ask for another one.',
}

/** The page of an invitation that cannot be accepted. */
export const deadInvitationPage = (problem: InvitationProblem): Html =>
  refusedInvitationPage(problems[problem])

/** A page that says why nobody joined. */
export const refusedInvitationPage = (reason: string): Html =>
  problemPage('Invitation', reason, html`<p><a href="/app">Open the panel</a></p>`)
