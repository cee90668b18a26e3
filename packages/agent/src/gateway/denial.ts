import type { Logger, ServiceError } from '@service/base'
import type { Caller } from '@service/datasource-toolkit'

/** The rule that rejected a request, for administrators. */
interface DenialRule {
  readonly kind: 'collection' | 'field' | 'action' | 'approval' | 'chart' | 'segment'
  readonly right?: string
  readonly collection?: string
  readonly field?: string
  readonly action?: string
  /** Why the rule rejected it; may name fields the caller cannot see. */
  readonly reason: string
}

/** Throws an error after logging its rule; the response to an administrator contains the rule too. */
export type Deny = (error: ServiceError, rule: DenialRule) => never

export function denyTo(
  profile: Pick<Caller, 'id' | 'role' | 'permissionLevel'>,
  logger: Logger,
): Deny {
  const { id, role, permissionLevel } = profile
  return (error, rule) => {
    const explained = { ...rule, role }
    logger('Debug', `Refused user ${id}: ${JSON.stringify(explained)}`)
    if (permissionLevel !== 'admin') throw error
    throw Object.assign(error, { data: { ...error.data, rule: explained } })
  }
}
