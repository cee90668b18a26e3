import { OAuthError } from '@service/authorization'
import type { Deps } from '../../deps.js'
import { isHinted } from '../oauth/environment-hint.js'
import { findConsentTarget } from '../oauth/find-consent-target.js'
import { findClient } from '../oidc/clients.js'
import { signInPath } from '../sso/sso-addresses.js'
import { readConnection } from '../sso/sso-connection.js'
import type { SignInForm } from './page.js'

/**
 * Finds the single sign-on to offer: of the given project, of the agent that requested the sign-in, or of the
 * project whose panel is to be opened.
 */
export async function findSso(
  deps: Deps,
  { project, returnTo }: { readonly project?: string; readonly returnTo: string },
): Promise<SignInForm['sso']> {
  const name = project ?? (await findProjectName(deps, returnTo))
  const connection = name === undefined ? undefined : await readConnection(deps.store.db, { name })
  return (
    connection && { projectName: connection.projectName, path: signInPath(connection.projectName) }
  )
}

async function findProjectName(deps: Deps, returnTo: string): Promise<string | undefined> {
  const { db } = deps.store
  const { pathname, searchParams } = new URL(returnTo, 'http://site.invalid')
  if (pathname === '/oauth/authorize') {
    const id = Number(searchParams.get('environmentId'))
    const isTold = isHinted(deps, id, searchParams.get('environment_hint'))
    return isTold ? (await findConsentTarget(db, id))?.projectName : undefined
  }
  if (pathname !== '/oidc/authorize') return readPanelProject(pathname)
  try {
    return (await findClient(db, searchParams.get('client_id') ?? undefined)).projectName
  } catch (error) {
    if (error instanceof OAuthError) return undefined
    throw error
  }
}

/** The project in an address of the panel, such as `/app/Store/Production`. */
function readPanelProject(pathname: string): string | undefined {
  const [, name] = /^\/app\/([^/]+)/.exec(pathname) ?? []
  try {
    return name && decodeURIComponent(name)
  } catch {
    return undefined
  }
}
