/** What somebody is in the project of the shop. */
export interface PersonSetting {
  /** A demo role, or one that the test has made. */
  readonly role: string
  readonly team: 'Operations' | 'Support' | 'Warehouse' | 'Finance'
  readonly level?: 'user' | 'manager' | 'editor' | 'developer' | 'admin'
  readonly tags?: Readonly<Record<string, string>>
}

/** Somebody of each demo role, with the scope of their team. */
export const knownPeople = {
  /** A second administrator, in the team of the first one. */
  colleague: { role: 'Manager', team: 'Operations', level: 'admin' },
  support: { role: 'Support', team: 'Support', tags: { country: 'FR' } },
  logistics: { role: 'Logistics', team: 'Warehouse' },
  accounting: { role: 'Accounting', team: 'Finance', tags: { currency: 'EUR' } },
  auditor: { role: 'Auditor', team: 'Operations' },
} as const satisfies Readonly<Record<string, PersonSetting>>

/** `manager` is whom `npm start` prints the password of. */
export type PersonName = 'manager' | keyof typeof knownPeople

/** Somebody who can sign in, and a session of theirs at the service. */
export interface Person {
  readonly email: string
  readonly password: string
  readonly team: PersonSetting['team']
  readonly role: PersonSetting['role']
  /** The header `cookie` of the session. */
  readonly cookie: string
}
