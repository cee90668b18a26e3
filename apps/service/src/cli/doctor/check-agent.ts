import { isObject, parseJson, withoutTrailing } from '@service/base'
import type { Config } from '../../config.js'
import { broken, describeReason, type Finding, ok, warning } from './finding.js'
import { fetchOnce } from './probe-service.js'

interface AgentEnvironment {
  readonly project: string
  readonly environment: string
  readonly kind: 'production' | 'staging' | 'development'
  readonly agentUrl: string | null
}

/** Asks an agent how it is, at the URL that browsers use. Those of developers come and go. */
export async function checkAgent(
  { project, environment, kind, agentUrl }: AgentEnvironment,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<Finding> {
  const check = `agent of ${project} / ${environment}`
  const url = agentUrl ?? ''
  const report = kind === 'development' ? warning : broken
  if (publicUrl?.startsWith('https:') && url.startsWith('http:') && !isLoopback(url)) {
    const message = `Browsers refuse ${url} on pages of ${publicUrl}: it is not encrypted.`
    return report(check, message, 'Give the agent an https URL.')
  }
  const advice = 'Start the agent, or correct the agent URL of the environment.'
  try {
    const response = await fetchOnce(`${withoutTrailing(url, '/')}/`)
    const body = parseJson(await response.text())
    const message = isObject(body) && typeof body.message === 'string' ? body.message : undefined
    if (message === undefined || !message.startsWith('Agent is running')) {
      return report(check, `No agent responds at ${url} (status ${response.status}).`, advice)
    }
    if (response.ok) return ok(check, `${message} at ${url}.`)
    return report(check, `${message}, at ${url}.`, 'The log of the agent has the reason.')
  } catch (error) {
    return report(check, `${url} cannot be reached: ${describeReason(error)}.`, advice)
  }
}

const isLoopback = (url: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
