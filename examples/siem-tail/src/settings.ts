import { type StreamName, streams } from './streams.js'

export interface Settings {
  readonly serviceUrl: string
  readonly token: string
  readonly projectName: string
  readonly environmentName: string
  /** Where the files and their cursors are kept. One process per folder. */
  readonly folder: string
  readonly streams: readonly StreamName[]
  /** Rows asked for at once. */
  readonly pageSize: number
  /** Milliseconds between questions when there was nothing new. */
  readonly interval: number
}

/** Reads the environment; a wrong or missing value is named with what is allowed. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  return {
    serviceUrl: required(environment, 'SERVICE_URL').replace(/\/$/, ''),
    token: required(environment, 'SERVICE_API_TOKEN'),
    projectName: required(environment, 'SERVICE_PROJECT'),
    environmentName: required(environment, 'SERVICE_ENVIRONMENT'),
    folder: environment.TAIL_FOLDER || 'siem-tail',
    streams: (environment.TAIL_STREAMS || Object.keys(streams).join(','))
      .split(',')
      .map(parseStream),
    pageSize: integer(environment, 'TAIL_PAGE_SIZE', 1, 100, 100),
    interval: integer(environment, 'TAIL_INTERVAL_MS', 10, 3_600_000, 2_000),
  }
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name]
  if (value) return value
  throw new Error(`${name} must be set.`)
}

function parseStream(text: string): StreamName {
  if (Object.hasOwn(streams, text)) return text as StreamName
  throw new Error(`TAIL_STREAMS: '${text}' is none of ${Object.keys(streams).join(', ')}.`)
}

function integer(
  environment: NodeJS.ProcessEnv,
  name: string,
  low: number,
  high: number,
  fallback: number,
): number {
  const text = environment[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= low && value <= high) return value
  throw new Error(`${name} is '${text}'. It must be a whole number from ${low} to ${high}.`)
}
