/** Headers of a session at the service. */
export type Signed = Readonly<Record<string, string>>

/** Asks the service, in the shape the caller expects; an answer that is no success is an error. */
export async function ask<T = undefined>(
  serviceUrl: string,
  method: string,
  path: string,
  headers: Signed = {},
  body?: object,
): Promise<T> {
  const response = await fetch(serviceUrl + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Opens a session at the service. */
export async function signInByPassword(
  serviceUrl: string,
  email: string,
  password: string,
): Promise<Signed> {
  const response = await fetch(`${serviceUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const cookies = response.headers.getSetCookie().map(line => line.split(';', 1)[0])
  return { cookie: cookies.join('; '), 'x-csrf-token': csrfToken }
}
