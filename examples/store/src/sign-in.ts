/**
 * Signs somebody in at the agent, as their browser would: the agent names an address of the service,
 * which knows them by their cookie and sends them back with a code for a session.
 */
export async function signInAtAgent(
  agentUrl: string,
  renderingId: number,
  serviceCookie: string,
): Promise<string> {
  const begun = await fetch(`${agentUrl}/authentication`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ renderingId }),
  })
  const { authorizationUrl } = await readBody<{ authorizationUrl: string }>(begun)
  const agentCookie = begun.headers.getSetCookie().map(text => text.split(';', 1)[0])
  const answer = await fetch(authorizationUrl, {
    headers: { cookie: serviceCookie },
    redirect: 'manual',
  })
  const callback = answer.headers.get('location')
  if (!callback?.startsWith(agentUrl)) {
    throw new Error(`The service does not sign in at ${agentUrl}: ${await answer.text()}`)
  }
  const ended = await fetch(callback, { headers: { cookie: agentCookie.join('; ') } })
  return (await readBody<{ token: string }>(ended)).token
}

async function readBody<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  throw new Error(`${response.status} from ${new URL(response.url).pathname}: ${text}`)
}
