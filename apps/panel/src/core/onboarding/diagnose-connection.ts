import { isInLocalNetwork, isLoopback } from './agent-url.js'

/** What can be wrong between a page and its agent; each has its own words. */
const failures = [
  'noAddress',
  'mixedContent',
  'localNetwork',
  'unreachable',
  'pageRefused',
  'notAnAgent',
  'unhealthy',
  'tooOld',
  'otherEnvironment',
  'sessionRefused',
] as const
type Failure = (typeof failures)[number]

/** What a test of a connection showed. */
export type Diagnosis =
  | { readonly kind: 'works' }
  | {
      readonly kind: Failure
      /** What the agent says about it. */
      readonly detail?: string
    }

/** A response, as far as it says what is wrong. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The requests of a test. Each resolves to undefined when the page got no response. */
export interface Probes {
  /** The address of this page. */
  readonly pageUrl: string
  /** Whether the browser refuses pages to call machines of the local network. */
  isLocalNetworkDenied(): Promise<boolean>
  /** Asks the agent how it is. */
  readHealth(): Promise<Answer | undefined>
  /** Whether anything responds there, although this page may not read it. */
  isAnythingThere(): Promise<boolean>
  /** Exchanges a code for a session. */
  openSession(): Promise<Answer | undefined>
}

/** How far a test came. */
export type TestStep = 'reach' | 'read' | 'session'

/**
 * Tests whether this page can work with an agent, and finds out why not.
 *
 * @example
 * const diagnosis = await diagnoseConnection(environment.agentUrl, probes)
 * if (diagnosis.kind !== 'works') show(t(`failures.${diagnosis.kind}.title`))
 */
export async function diagnoseConnection(
  agentUrl: string | null,
  probes: Probes,
  onStep: (passed: TestStep) => void = () => {},
): Promise<Diagnosis> {
  if (agentUrl === null || !URL.canParse(agentUrl)) return { kind: 'noAddress' }
  const page = new URL(probes.pageUrl)
  const agent = new URL(agentUrl)
  const isMixed = page.protocol === 'https:' && agent.protocol === 'http:'
  if (isMixed && !isLoopback(agent.hostname)) return { kind: 'mixedContent' }
  const health = await probes.readHealth()
  if (!health) return explainSilence(page, agent, probes)
  onStep('reach')
  const { message, error } = readObject(health.body)
  // An agent that has not started yet says so with a 503.
  const isStarting = health.status === 503 && readEntry(health.body).name !== undefined
  if (!isStarting && !String(message).startsWith('Agent is running')) return { kind: 'notAnAgent' }
  onStep('read')
  if (isStarting) return { kind: 'unhealthy', ...readDetail(readEntry(health.body).detail) }
  if (health.status !== 200) return { kind: 'unhealthy', ...readDetail(error) }
  const session = await probes.openSession()
  if (!session) return { kind: 'pageRefused' }
  return explainSession(session) ?? { kind: 'works' }
}

async function explainSilence(page: URL, agent: URL, probes: Probes): Promise<Diagnosis> {
  if (await probes.isAnythingThere()) return { kind: 'pageRefused' }
  const isDenied = needsPermission(page, agent) && (await probes.isLocalNetworkDenied())
  return { kind: isDenied ? 'localNetwork' : 'unreachable' }
}

/** Browsers ask before a page calls a machine that is nearer than the one it came from. */
function needsPermission(page: URL, agent: URL): boolean {
  if (isLoopback(agent.hostname)) return !isLoopback(page.hostname)
  return isInLocalNetwork(agent.hostname) && !isInLocalNetwork(page.hostname)
}

/** An agent that knows no such code has the secret of another environment. */
function explainSession({ status, body }: Answer): Diagnosis | undefined {
  if (status < 300) return undefined
  if (status === 404) return { kind: 'tooOld' }
  const { code, name, detail, message } = readEntry(body)
  if (code === 'invalid_code' || name === 'invalid_code') return { kind: 'otherEnvironment' }
  return { kind: 'sessionRefused', ...readDetail(detail ?? message) }
}

function readEntry(body: unknown): Readonly<Record<string, unknown>> {
  const { errors } = readObject(body)
  return readObject(Array.isArray(errors) ? errors[0] : body)
}

const readObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const readDetail = (value: unknown): { readonly detail?: string } =>
  typeof value === 'string' && value !== '' ? { detail: value } : {}
