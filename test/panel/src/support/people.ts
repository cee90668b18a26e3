import { randomUUID } from 'node:crypto'
import { askControl, askControlOnce } from './control/ask-control.js'
import type { Person, PersonName, PersonSetting } from './control/known-people.js'

export type { Person, PersonName, PersonSetting } from './control/known-people.js'

/** Somebody whom all suites share. Do not sign them out: their session is shared, too. */
export const findPerson = (name: PersonName): Promise<Person> =>
  askControlOnce<Person>('/people', name)

/** Somebody of the test's own, whose preferences, views and sessions nobody else changes. */
export const createPerson = (setting: PersonSetting): Promise<Person> =>
  askControl<Person>('/new-people', { name: `p${randomUUID().slice(0, 8)}`, setting })
