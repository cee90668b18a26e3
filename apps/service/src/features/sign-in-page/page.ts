import { createHash } from 'node:crypto'
import { type Html, html } from '../reference/html.js'
import { passkeyForm, passkeyScript } from './passkey-script.js'
import { style } from './style.js'

const STYLE_HASH = createHash('sha256').update(style).digest('base64')

/** The Content-Security-Policy of a page: it may be shown and submit its form to these targets. */
export const policyFor = (formTargets: string): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`

const POLICY = policyFor("'self'")

export interface SignInForm {
  readonly returnTo: string
  /** The e-mail address entered before. Absent at first. */
  readonly email?: string
  /** The error to show. Absent: none. */
  readonly problem?: string
  /** The project whose single sign-on can be used instead, and its path. Absent: password only. */
  readonly sso?: { readonly projectName: string; readonly path: string }
  /** What a browser needs to sign in with a passkey. */
  readonly passkey: { readonly ticket: string; readonly options: object }
}

/** The sign-in form. */
export function signInPage({ returnTo, email = '', problem, sso, passkey }: SignInForm): Html {
  const isWrong = problem !== undefined
  const invalid = isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined
  return pageDocument(
    isWrong ? 'Error: sign in' : 'Sign in',
    html`<h1>Sign in</h1>
${isWrong ? summary(problem) : undefined}
<form method="post" action="/sign-in">
<input type="hidden" name="returnTo" value="${returnTo}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username webauthn" required value="${email}"${invalid}${isWrong ? undefined : html` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalid}>
<button type="submit">Sign in</button>
</form>
${passkeyForm({ ...passkey, action: '/sign-in/passkey', returnTo, label: 'Use a passkey', isOffered: true })}
${sso ? html`<p><a href="${sso.path}?returnTo=${encodeURIComponent(returnTo)}">Sign in through the single sign-on of ${sso.projectName}</a></p>` : undefined}
<p><a href="/forgotten-password">Forgotten password?</a></p>
${passkeyScript}`,
  )
}

const summary = (problem: string) =>
  html`<div class="wrong" role="alert" tabindex="-1" autofocus><h2>You are not signed in</h2><p id="problem"><a href="#email">${problem}</a></p></div>`

/**
 * A page that continues automatically. It is not a redirect because browsers apply a form's policy to all
 * redirects after it, and the last one goes to the agent on another site.
 */
export function continuePage(returnTo: string): Html {
  return pageDocument(
    'Signed in',
    html`<h1>You are signed in</h1>
<p><a href="${returnTo}" autofocus>Continue</a></p>`,
    html`<meta http-equiv="refresh" content="0; url=${returnTo}">`,
  )
}

/** A page that says why something is not possible. */
export const problemPage = (title: string, reason: string, more?: Html): Html =>
  pageDocument(
    `Error: ${title}`,
    html`<h1>${title}</h1>
<div class="wrong" role="alert" tabindex="-1" autofocus><p>${reason}</p></div>
${more}`,
  )

/** The page for environments whose agent URL is unknown. */
export function noAgentPage(): Html {
  return pageDocument(
    'The agent has no address',
    html`<h1>The agent has no address</h1>
<p>You signed in, but nobody told the service where the agent of this environment is. An admin of the project sets it as <code>agentUrl</code> of the environment; then begin again.</p>`,
  )
}

/** The icon of the panel, drawn here because the policy lets pages load nothing. */
const brand = html`<p class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" fill="#245fd4"/><path d="M9 10.5h14M9 16h9M9 21.5h12" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>Service</p>`

/** A complete HTML document around a body. */
export const pageDocument = (title: string, body: Html, head?: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<link rel="icon" href="/app/icon.svg" type="image/svg+xml">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
${brand}
${body}
</main>
</body>
</html>
`

/**
 * A page as a response. The referrer policy allows the same origin: without it, browsers send `Origin: null`
 * with the form, which is rejected like a request of another site.
 */
export function pageResponse(
  status: number,
  page: Html,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(page.html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

/** The `Retry-After` header of an error that has one. */
export const formatRetryAfter = (error: object): Record<string, string> =>
  'retryAfter' in error ? { 'Retry-After': String(error.retryAfter) } : {}
