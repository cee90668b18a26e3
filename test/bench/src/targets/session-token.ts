import { createHmac } from 'node:crypto'

/** The secret the agents of the benchmark sign sessions with. */
export const authSecret = 'bench-auth-secret-bench-auth-secret'

/** The one user of the benchmark. */
export const benchUser = {
  id: 1,
  email: 'bench@example.com',
  firstName: 'Ben',
  lastName: 'Ch',
  team: 'Operations',
  role: 'Admin',
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const MONTH = 30 * 86_400

/** The headers of a signed-in user of the agent protocol. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...benchUser,
    renderingId: 1,
    permissionLevel: 'admin',
    tags: {},
    timezone: 'Europe/Paris',
    iat: now,
    exp: now + MONTH,
  }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const signature = createHmac('sha256', authSecret).update(text).digest('base64url')
  return { authorization: `Bearer ${text}.${signature}` }
}
