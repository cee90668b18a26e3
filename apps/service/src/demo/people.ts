import type { PermissionLevel, Tags } from '../store/schema.js'

/** Every new project already has the first team. */
export const teamNames = ['Operations', 'Support', 'Warehouse', 'Finance'] as const
export type TeamName = (typeof teamNames)[number]

export const roleNames = ['Manager', 'Support', 'Logistics', 'Accounting', 'Auditor'] as const
export type RoleName = (typeof roleNames)[number]

export interface DemoPerson {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly level: PermissionLevel
  readonly role: RoleName
  readonly teams: readonly [TeamName, ...TeamName[]]
  readonly tags: Tags
}

const person = (
  firstName: string,
  lastName: string,
  membership: Pick<DemoPerson, 'level' | 'role' | 'teams'> & { readonly tags?: Tags },
): DemoPerson => {
  const username = `${firstName} ${lastName}`.toLowerCase()
  const email = `${username.replace(' ', '.')}@shop.example`
  return { username, email, firstName, lastName, tags: {}, ...membership }
}

/** The people of the shop besides its manager. They have no password: only the manager can sign in. */
export const colleagues: readonly DemoPerson[] = [
  person('Support', 'Lead', {
    level: 'manager',
    role: 'Support',
    teams: ['Support', 'Operations'],
    tags: { country: 'FR' },
  }),
  person('Support', 'Agent', {
    level: 'user',
    role: 'Support',
    teams: ['Support'],
    tags: { country: 'FR' },
  }),
  person('Night', 'Support', {
    level: 'user',
    role: 'Support',
    teams: ['Support'],
    tags: { country: 'JP' },
  }),
  person('Warehouse', 'Lead', { level: 'editor', role: 'Logistics', teams: ['Warehouse'] }),
  person('Warehouse', 'Clerk', { level: 'user', role: 'Logistics', teams: ['Warehouse'] }),
  person('Finance', 'Lead', {
    level: 'manager',
    role: 'Accounting',
    teams: ['Finance'],
    tags: { currency: 'EUR' },
  }),
  person('Data', 'Engineer', { level: 'developer', role: 'Manager', teams: ['Operations'] }),
  person('Security', 'Auditor', { level: 'user', role: 'Auditor', teams: ['Operations'] }),
]
