import type { Config } from '../../config.js'
import { SESSION_COOKIE } from '../../http/access/find-person.js'

/** The cookie that carries a session, as a `Set-Cookie` header. */
export function sessionCookie(value: string, config: Config): string {
  return cookie(SESSION_COOKIE, value, config.sessionHours * 3600, config)
}

/** Takes the session from the browser. */
export function clearedSessionCookie(config: Config): string {
  return cookie(SESSION_COOKIE, '', 0, config)
}

/** A cookie scripts cannot read and other sites cannot have sent with their forms. */
export function cookie(name: string, value: string, maxAge: number, config: Config): string {
  const secure = config.publicUrl?.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
