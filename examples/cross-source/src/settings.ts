export interface Settings {
  readonly agentPort: number
  /** Where the embedded PostgreSQL and the schema file are kept. */
  readonly dataDir: string
  /** A PostgreSQL for the orders; embedded in the folder when absent. */
  readonly postgresUrl?: string
  /** A MongoDB for the events; the one installed for tests when absent. */
  readonly mongoUrl?: string
  /** The service to obey; in the process of the agent when absent. */
  readonly service?: { readonly serverUrl: string; readonly envSecret: string }
  readonly authSecret?: string
}

/** Reads the environment; a wrong value is named with what is allowed. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { SERVICE_SERVER_URL: serverUrl, SERVICE_ENV_SECRET: envSecret } = environment
  if (serverUrl && !envSecret) {
    throw new Error('SERVICE_SERVER_URL is set: SERVICE_ENV_SECRET must be, too.')
  }
  return {
    agentPort: readPort(environment.AGENT_PORT),
    dataDir: environment.SERVICE_DATA_DIR || '.service',
    postgresUrl: readAddress('POSTGRES_URL', environment.POSTGRES_URL, /^postgres(ql)?:\/\//),
    mongoUrl: readAddress('MONGO_URL', environment.MONGO_URL, /^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/),
    ...(serverUrl && envSecret && { service: { serverUrl, envSecret } }),
    ...(environment.SERVICE_AUTH_SECRET && { authSecret: environment.SERVICE_AUTH_SECRET }),
  }
}

function readPort(text: string | undefined): number {
  if (!text) return 3352
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`AGENT_PORT is '${text}'. It must be a port: a whole number from 0 to 65535.`)
}

const forms = {
  POSTGRES_URL: 'postgres://user:password@host/database',
  MONGO_URL: 'mongodb://host:27017/database, with the name of a database',
}

/** The value itself is not repeated: it may hold a password. */
function readAddress(
  name: keyof typeof forms,
  text: string | undefined,
  form: RegExp,
): string | undefined {
  if (!text) return undefined
  if (form.test(text)) return text
  throw new Error(`${name} must look like ${forms[name]}.`)
}
