/** Does what a browser does between asking an agent where to sign in and holding a session. */
export async function signInAs(
  agentUrl: string,
  renderingId: number,
  issueCode: (authorizationUrl: string) => string,
): Promise<string> {
  const begun = await fetch(`${agentUrl}/authentication`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ renderingId }),
  })
  const { authorizationUrl } = await read<{ authorizationUrl: string }>(begun)
  const state = new URL(authorizationUrl).searchParams.get('state') ?? ''
  const parameters = new URLSearchParams({ code: issueCode(authorizationUrl), state })
  const cookie = begun.headers
    .getSetCookie()
    .map(each => each.split(';', 1)[0])
    .join('; ')
  const ended = await fetch(`${agentUrl}/authentication/callback?${parameters}`, {
    headers: { cookie },
  })
  return (await read<{ token: string }>(ended)).token
}

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  throw new Error(`Signing in failed with status ${response.status}: ${await response.text()}`)
}
