import { shop } from './panel-test.js'

/** Calls the API of the service in a session, past the panel. An empty answer is undefined. */
export async function askService<T = unknown>(
  { cookie }: { readonly cookie: string },
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const session = await fetch(`${shop.serviceUrl}/api/session`, { headers: { cookie } })
  const { csrfToken } = (await session.json()) as { readonly csrfToken: string }
  const response = await fetch(shop.serviceUrl + path, {
    method,
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
