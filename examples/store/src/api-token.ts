import type { Administration, ShopLocation } from './administration.js'
import { environmentName, projectName } from './people.js'

/** The token kept from an earlier start when it still works, and otherwise a new one. */
export async function ensureApiToken(
  serviceUrl: string,
  { send }: Administration,
  { projectPath }: ShopLocation,
  kept: string | undefined,
): Promise<string> {
  if (kept !== undefined && (await isAccepted(serviceUrl, kept))) return kept
  const wanted = { name: 'npm start', scopes: ['all'] }
  const { token } = await send<{ token: string }>('POST', `${projectPath}/tokens`, wanted)
  return token
}

async function isAccepted(serviceUrl: string, token: string): Promise<boolean> {
  const path = `/v1/project/${projectName}/environment/${environmentName}/notes?limit=1`
  const response = await fetch(serviceUrl + path, { headers: { authorization: `Bearer ${token}` } })
  await response.body?.cancel()
  return response.ok
}
