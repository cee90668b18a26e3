import type { Config } from '../../config.js'
import { nameSessionCookie } from '../../http/access/find-person.js'
import { readBasePath } from '../../http/base-path.js'

/** The session cookie as a `Set-Cookie` header. */
export function sessionCookie(value: string, config: Config): string {
  return cookie(nameSessionCookie(config), value, config.sessionHours * 3600, config)
}

/** A `Set-Cookie` header that removes the session cookie. */
export function clearedSessionCookie(config: Config): string {
  return cookie(nameSessionCookie(config), '', 0, config)
}

/** A cookie that scripts cannot read and that forms of other sites do not send. */
export function cookie(name: string, value: string, maxAge: number, config: Config): string {
  const secure = config.publicUrl?.startsWith('https:') ? '; Secure' : ''
  const path = readBasePath(config) || '/'
  return `${name}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly; SameSite=Lax${secure}`
}
