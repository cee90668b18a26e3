import { type Config, variableNames } from '../../config.js'
import type { CommandIo } from '../command-io.js'

const secretSettings = ['secret', 'adminPassword', 'metricsToken'] as const
const urlSettings = ['databaseUrl', 'redisUrl', 'smtpUrl'] as const
/** Shorter ones are found in words by accident. */
const MIN_LENGTH = 4

/** Replaces every secret of the environment in a text: the messages of other programs may repeat one. */
export function createRedactor(environment: CommandIo['environment']): (text: string) => string {
  const read = (key: keyof Config) => environment[variableNames[key]] ?? ''
  const passwords = urlSettings.flatMap(key => {
    if (!URL.canParse(read(key))) return []
    const { password } = new URL(read(key))
    return [password, safeDecode(password)]
  })
  const secrets = [...secretSettings.map(read), ...passwords].filter(
    secret => secret.length >= MIN_LENGTH,
  )
  return text => secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
