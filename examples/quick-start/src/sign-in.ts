import { send } from './make-project.js'

// #region sign-in
/** Signs a person in who has a session cookie of the service, as their browser would. */
export async function signIn(agentUrl: string, renderingId: number, serviceCookie: string) {
  const begun = await send(`${agentUrl}/authentication`, { renderingId })
  const { authorizationUrl } = (await begun.json()) as { authorizationUrl: string }
  const asked = { headers: { cookie: serviceCookie }, redirect: 'manual' } as const
  const callback = (await fetch(authorizationUrl, asked)).headers.get('location') ?? ''
  const cookie = begun.headers
    .getSetCookie()
    .map(text => text.split(';', 1)[0])
    .join('; ')
  const ended = await fetch(callback, { headers: { cookie } })
  return ((await ended.json()) as { token: string }).token
}
// #endregion
