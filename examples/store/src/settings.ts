export interface Settings {
  readonly servicePort: number
  readonly agentPort: number
  /** Where the embedded databases, the secrets and `dev.json` are kept. */
  readonly dataDir: string
  /** An empty PostgreSQL for the shop and, in a schema of its own, for the service. */
  readonly databaseUrl?: string
  /** Variables that look as if they were meant for the demo, and are not. */
  readonly unused: readonly string[]
}

/** Reads the environment; a wrong value is named with what is allowed. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  return {
    servicePort: readPort('SERVICE_PORT', environment.SERVICE_PORT, 3310),
    agentPort: readPort('AGENT_PORT', environment.AGENT_PORT, 3351),
    dataDir: environment.SERVICE_DATA_DIR || '.service',
    databaseUrl: environment.DEMO_DATABASE_URL || undefined,
    unused: ['DATABASE_URL', 'SERVICE_DATABASE_URL'].filter(name => environment[name]),
  }
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} is '${text}'. It must be a port: a whole number from 0 to 65535.`)
}
