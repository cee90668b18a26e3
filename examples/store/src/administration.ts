import { environmentName, projectName } from './people.js'
import { otherSecrets } from './secrets.js'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The administration API of the service, for somebody who signed in. */
export interface Administration {
  /** Sent along, it makes a request theirs. */
  readonly cookie: string
  send<T>(method: string, path: string, body?: object): Promise<T>
  /** Ends the session. */
  close(): Promise<void>
}

// #region administration
/** Signs in as a person in a browser would. */
export async function openAdministration(
  serviceUrl: string,
  { email, password }: Credentials,
): Promise<Administration> {
  const session = await fetch(`${serviceUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (session.status === 401) throw new SignInRefused(email)
  const { csrfToken } = await readBody<{ csrfToken: string }>(session)
  const cookies = session.headers.getSetCookie().map(text => text.split(';', 1)[0])
  const cookie = cookies.join('; ')
  const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' }
  const send = async <T>(method: string, path: string, body?: object): Promise<T> =>
    readBody(
      await fetch(serviceUrl + path, { method, headers, body: body && JSON.stringify(body) }),
    )
  return { cookie, send, close: () => send('DELETE', '/api/session') }
}
// #endregion

/** Where the shop is administered, and the number its managers open it by. */
export interface ShopLocation {
  readonly projectPath: string
  readonly environmentPath: string
  readonly renderingId: number
}

export async function findShop({ send }: Administration, email: string): Promise<ShopLocation> {
  const named = async (path: string, name: string) => {
    const { data } = await send<{ data: readonly { id: number; name: string }[] }>('GET', path)
    const found = data.find(one => one.name === name)
    if (found) return `${path}/${found.id}`
    throw new Error(`${email} finds no '${name}' at ${path}.`)
  }
  const projectPath = await named('/api/projects', projectName)
  const environmentPath = await named(`${projectPath}/environments`, environmentName)
  const { data } = await send<{ data: readonly { id: number; team: { name: string } }[] }>(
    'GET',
    `${environmentPath}/renderings`,
  )
  const rendering = data.find(({ team }) => team.name === 'Operations') ?? data[0]
  if (!rendering) throw new Error(`${email} is in no team of '${projectName}'.`)
  return { projectPath, environmentPath, renderingId: rendering.id }
}

class SignInRefused extends Error {
  constructor(email: string) {
    super(`The service refuses the sign-in of ${email}. ${otherSecrets}`)
  }
}

async function readBody<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw new Error(`${response.status} from ${new URL(response.url).pathname}: ${text}`)
}
