import type { SsoConnection } from './sso-connection.js'

/** A connection as the admin log shows it, without its secret. */
export function connectionValue({
  clientSecret,
  projectId,
  projectName,
  updatedAt,
  ...shown
}: SsoConnection) {
  return { object: 'sso', ...shown, hasClientSecret: clientSecret !== null }
}

/** The values for the admin log: all fields of a new connection, or the changed ones. */
export function connectionChange(before: SsoConnection | undefined, after: SsoConnection) {
  if (!before) return { newValue: connectionValue(after) }
  const isSecretNew = before.clientSecret !== after.clientSecret
  const previous: Record<string, unknown> = connectionValue(before)
  const next: Record<string, unknown> = connectionValue(after)
  const changed = Object.keys(next).filter(
    key => JSON.stringify(previous[key]) !== JSON.stringify(next[key]),
  )
  if (changed.length === 0 && !isSecretNew) return undefined
  const pick = (value: Record<string, unknown>) =>
    Object.fromEntries(['object', ...changed].map(key => [key, value[key]]))
  return {
    previousValue: pick(previous),
    newValue: { ...pick(next), ...(isSecretNew && { isClientSecretNew: true }) },
  }
}
