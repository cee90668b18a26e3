/** A refused request, as the service describes it. */
interface Refusal {
  readonly code?: string | undefined
  readonly message: string
}

/**
 * Returns which field of a form a refusal is about: by its code, or by the name with which the message begins.
 * Undefined when it is about none of them.
 *
 * @example
 * findRefusedField({ code: 'invalid_body', message: "'email' must be an e-mail address." }, {}, ['email']) // 'email'
 */
export function findRefusedField<F extends string>(
  { code, message }: Refusal,
  codes: Readonly<Record<string, F>>,
  fields: readonly F[],
): F | undefined {
  if (code !== undefined && Object.hasOwn(codes, code)) return codes[code]
  const name = /^'([A-Za-z]+)[.']/.exec(message)?.[1]
  return fields.find(field => field === name)
}
