import type { EdgeClient } from './edge-client.js'

/** Somebody at a proxy. */
interface AtEdge {
  readonly project: { readonly environmentPath: string; readonly renderingId: number }
  readonly agentUrl: string
  readonly publicUrl: string
  /** The headers of their session at the service. */
  readonly owner: Readonly<Record<string, string>>
  open(target: 'service' | 'agent'): Promise<EdgeClient>
}

/** Gets somebody a session at the agent through the proxy, as the panel does. Returns its headers. */
export async function signInAtEdge({
  project,
  agentUrl,
  publicUrl,
  owner,
  open,
}: AtEdge): Promise<Readonly<Record<string, string>>> {
  const atService = await open('service')
  const atAgent = await open('agent')
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const code = await atService.send('POST', `${basePath}${project.environmentPath}/agent-codes`, {
    headers: owner,
    body: { renderingId: project.renderingId },
  })
  if (code.status !== 201) throw new Error(`The code was refused: ${code.status} ${code.text}`)
  const issued = JSON.parse(code.text) as { code: string; codeVerifier: string; agentUrl: string }
  if (issued.agentUrl !== agentUrl)
    throw new Error(`The agent is said to be at ${issued.agentUrl}.`)
  const { origin } = new URL(publicUrl)
  const session = await atAgent.send('POST', `${new URL(agentUrl).pathname}/authentication/code`, {
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ code: issued.code, codeVerifier: issued.codeVerifier }).toString(),
  })
  if (session.status !== 200) {
    throw new Error(`The session was refused: ${session.status} ${session.text}`)
  }
  if (session.headers['access-control-allow-origin'] !== origin) {
    throw new Error('The panel may not read the responses of the agent.')
  }
  const { token } = JSON.parse(session.text) as { token: string }
  return { authorization: `Bearer ${token}`, origin }
}
