import type { TeamName } from './people.js'
import type { Random } from './random.js'

/** The sizes of the shop's tables in its demo data. */
const ids = { orders: 2_000, customers: 400, products: 150 }

interface DemoMessage {
  readonly author: number
  readonly content: string
}

/** A thread on a record. People are given by their index in the list of people. */
export interface DemoNote {
  readonly title: string
  readonly collectionName: keyof typeof ids
  readonly recordId: string
  readonly team: TeamName
  readonly messages: readonly [DemoMessage, ...DemoMessage[]]
  readonly isArchived: boolean
}

/** How threads start: a title, a first message and the team that writes it. */
const beginnings: readonly (readonly [keyof typeof ids, TeamName, string, string])[] = [
  ['orders', 'Support', 'Parcel did not arrive', 'The customer asks where the parcel is.'],
  ['orders', 'Support', 'Address was wrong', 'The street number is missing on the label.'],
  ['orders', 'Warehouse', 'One item is out of stock', 'We can send the rest today. Shall we wait?'],
  ['orders', 'Finance', 'Paid twice', 'There are <strong>two payments</strong> for this order.'],
  ['orders', 'Support', 'Wants to change the colour', 'Blue instead of green, before it ships.'],
  ['orders', 'Warehouse', 'Damaged in transit', 'The carrier sent photographs of the box.'],
  ['customers', 'Support', 'Prefers to be called', 'Calls are fine after 17:00, no e-mail please.'],
  ['customers', 'Finance', 'Balance to be checked', 'The balance does not match the last invoice.'],
  ['customers', 'Operations', 'Possible duplicate', 'Same name and city as another customer.'],
  ['products', 'Warehouse', 'Counted again', 'The shelf holds fewer than the system says.'],
  ['products', 'Operations', 'Description is unclear', 'Several reviews ask for the dimensions.'],
]

const answers = [
  'I am on it.',
  'The carrier confirms delivery for tomorrow.',
  'Done. Please have a look.',
  '<p>Two ways out:</p><ul><li>send it again</li><li>refund it</li></ul>',
  'Refund requested, waiting for approval.',
  'The customer is happy, closing this.',
  'Same case last week, see the note on that order.',
  'Can finance confirm, please?',
]

/** Generates threads on the shop's records, in the order of their creation. */
export function demoNotes(random: Random, count: number, people: number): readonly DemoNote[] {
  return Array.from({ length: count }, () => {
    const [collectionName, team, title, first] = random.pick(beginnings)
    const message = (content: string) => ({ author: random.integer(0, people - 1), content })
    const more = Array.from({ length: random.integer(0, 3) }, () => message(random.pick(answers)))
    return {
      title,
      collectionName,
      team,
      recordId: String(random.integer(1, ids[collectionName])),
      messages: [message(`<p>${first}</p>`), ...more],
      isArchived: random.chance(0.25),
    }
  })
}
