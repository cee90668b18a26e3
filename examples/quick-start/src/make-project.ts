// #region project
/** Creates a project on the service and returns the settings of its agent. */
export async function makeProject(serviceUrl: string, email: string, password: string) {
  const session = await send(`${serviceUrl}/api/sessions`, { email, password })
  const { csrfToken } = (await session.json()) as { csrfToken: string }
  const cookie = session.headers
    .getSetCookie()
    .map(text => text.split(';', 1)[0])
    .join('; ')
  const signed = { cookie, 'x-csrf-token': csrfToken }
  const made = await send(`${serviceUrl}/api/projects`, { name: 'Books' }, signed)
  const { id, environment } = (await made.json()) as Project
  const path = `${serviceUrl}/api/projects/${id}/environments/${environment.id}`
  const listed = await fetch(`${path}/renderings`, { headers: signed })
  const { data } = (await listed.json()) as { data: [{ id: number }] }
  // The secret is returned only once: store it in the configuration of the agent.
  return { path, signed, envSecret: environment.secret, renderingId: data[0].id }
}
// #endregion

interface Project {
  readonly id: number
  readonly environment: { readonly id: number; readonly secret: string }
}

/** Sends JSON; an answer that is no success is an error. */
export async function send(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (response.ok) return response
  throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`)
}
