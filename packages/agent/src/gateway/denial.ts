import type { Logger, ServiceError } from '@service/base'
import type { Caller } from '@service/datasource-toolkit'

/** The rule that rejected a request. */
interface DenialRule {
  readonly kind: 'collection' | 'field' | 'action' | 'approval' | 'chart' | 'segment'
  readonly right?: string
  readonly collection?: string
  readonly field?: string
  readonly action?: string
  /** Why the rule rejected it, for administrators; may name fields the caller cannot see. */
  readonly reason: string
}

/** Throws an error after logging its rule, which the response contains, too. */
export type Deny = (error: ServiceError, rule: DenialRule) => never

export function denyTo(
  profile: Pick<Caller, 'id' | 'role' | 'permissionLevel'>,
  logger: Logger,
): Deny {
  const { id, role, permissionLevel } = profile
  return (error, rule) => {
    const explained = { ...rule, role }
    logger('Debug', `Refused user ${id}: ${JSON.stringify(explained)}`)
    // The data of errors of the protocol stays as its clients know it.
    if (permissionLevel !== 'admin' && error.data) throw error
    const told = permissionLevel === 'admin' ? explained : limitToMessage(explained, error.message)
    throw Object.assign(error, { data: { ...error.data, rule: told } })
  }
}

/** The rule without its reason, and without names that the message does not tell. */
function limitToMessage(
  { reason: _, collection, field, action, ...rule }: DenialRule & { readonly role: string },
  message: string,
): object {
  const names = Object.entries({ collection, field, action })
  const told = names.filter(([, name]) => name !== undefined && message.includes(`'${name}'`))
  return { ...rule, ...Object.fromEntries(told) }
}
