interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/**
 * Returns the name of a person; the e-mail address of somebody without one.
 *
 * @example
 * formatPersonName({ firstName: 'Ana', lastName: 'Costa', email: 'ana@shop.example' }) // 'Ana Costa'
 */
export function formatPersonName({ firstName, lastName, email }: Person): string {
  return `${firstName} ${lastName}`.trim() || email
}
