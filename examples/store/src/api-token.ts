import { environmentName, projectName } from './people.js'

interface SignIn {
  readonly email: string
  readonly password: string
}

/** The token kept from an earlier start when it still works, and otherwise a new one. */
export async function ensureApiToken(
  serviceUrl: string,
  signIn: SignIn,
  kept: string | undefined,
): Promise<string> {
  if (kept !== undefined && (await isAccepted(serviceUrl, kept))) return kept
  return createApiToken(serviceUrl, signIn)
}

async function isAccepted(serviceUrl: string, token: string): Promise<boolean> {
  const path = `/v1/project/${projectName}/environment/${environmentName}/notes?limit=1`
  const response = await fetch(serviceUrl + path, { headers: { authorization: `Bearer ${token}` } })
  await response.body?.cancel()
  return response.ok
}

// #region token
/** Signs in as an administrator and makes a token of the project, as a person in a browser would. */
async function createApiToken(serviceUrl: string, { email, password }: SignIn): Promise<string> {
  const session = await fetch(`${serviceUrl}/api/sessions`, post({ email, password }))
  if (session.status === 401) throw new SignInRefused(email)
  const { csrfToken } = await bodyOf<{ csrfToken: string }>(session)
  const cookie = session.headers.getSetCookie().map(text => text.split(';', 1)[0])
  const headers = { cookie: cookie.join('; '), 'x-csrf-token': csrfToken }
  const projects = await fetch(`${serviceUrl}/api/projects`, { headers })
  const { data } = await bodyOf<{ data: { id: number; name: string }[] }>(projects)
  const project = data.find(({ name }) => name === projectName)
  if (!project) throw new Error(`${email} is no member of the project '${projectName}'.`)
  const tokens = `${serviceUrl}/api/projects/${project.id}/tokens`
  const made = await fetch(tokens, post({ name: 'npm start', scopes: ['all'] }, headers))
  const { token } = await bodyOf<{ token: string }>(made)
  await fetch(`${serviceUrl}/api/session`, { method: 'DELETE', headers })
  return token
}
// #endregion

class SignInRefused extends Error {
  constructor(email: string) {
    super(
      `The service refuses the sign-in of ${email}: its data were made with another secrets.json. Remove the data (the folder, or the schema 'service' of DATABASE_URL) to begin anew.`,
    )
  }
}

function post(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

async function bodyOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  throw new Error(`${response.status} from ${new URL(response.url).pathname}: ${text}`)
}
