import type { Deps } from '../../deps.js'
import { findPlace } from '../oauth/find-place.js'
import { findClient } from '../oidc/clients.js'
import { OAuthError } from '../oidc/oauth-error.js'
import { signInPath } from '../sso/sso-addresses.js'
import { readConnection } from '../sso/sso-connection.js'
import type { SignInForm } from './page.js'

/** The single sign-on that may be used: of the project that is named, or of the agent that asks. */
export async function findSso(
  { store }: Deps,
  { project, returnTo }: { readonly project?: string; readonly returnTo: string },
): Promise<SignInForm['sso']> {
  const name = project ?? (await findProjectName(store.db, returnTo))
  const connection = name === undefined ? undefined : await readConnection(store.db, { name })
  return (
    connection && { projectName: connection.projectName, path: signInPath(connection.projectName) }
  )
}

async function findProjectName(
  db: Deps['store']['db'],
  returnTo: string,
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(returnTo, 'http://site.invalid')
  if (pathname === '/oauth/authorize') {
    const id = Number(searchParams.get('environmentId'))
    return Number.isSafeInteger(id) ? (await findPlace(db, id))?.projectName : undefined
  }
  if (pathname !== '/oidc/authorize') return undefined
  try {
    return (await findClient(db, searchParams.get('client_id') ?? undefined)).projectName
  } catch (error) {
    if (error instanceof OAuthError) return undefined
    throw error
  }
}
