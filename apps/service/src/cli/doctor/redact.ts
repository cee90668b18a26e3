import type { Config } from '../../config.js'

/** Shorter ones are found in words by accident. */
const MIN_LENGTH = 4

/** Replaces the secrets of the settings in a text: the messages of other programs may repeat one. */
export function createRedactor(config: Config): (text: string) => string {
  const passwords = [config.databaseUrl, config.redisUrl, config.smtpUrl].flatMap(url => {
    const { password } = new URL(url ?? 'about:blank')
    return [password, safeDecode(password)]
  })
  const secrets = [config.secret, config.adminPassword, config.metricsToken, ...passwords].filter(
    secret => secret !== undefined && secret.length >= MIN_LENGTH,
  ) as readonly string[]
  return text => secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
