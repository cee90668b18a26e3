import type { Transaction } from 'kysely'
import type { NoteWriting } from '../features/notes/note-writing.js'
import { addMessage, createNote } from '../features/notes/write-notes.js'
import type { Database } from '../store/schema.js'
import type { Shop } from './create-shop.js'
import type { TeamName } from './people.js'

/** A thread on an order. People are given by their index in the list of people; the manager is 0. */
interface MentioningNote {
  readonly recordId: string
  readonly team: TeamName
  readonly title: string
  readonly messages: readonly { readonly author: number; readonly content: string }[]
}

/** Two threads on the newest orders that wait for the manager. */
export function mentioningNotes(managerId: number): readonly MentioningNote[] {
  const manager = `<span data-mention-id="${managerId}">@Shop Manager</span>`
  return [
    {
      recordId: '1999',
      team: 'Support',
      title: 'May we refund the delivery?',
      messages: [
        {
          author: 1,
          content: `<p>${manager} the parcel came four days late. May we refund the delivery?</p>`,
        },
        {
          author: 6,
          content:
            '<p>From the books: yes, the carrier pays us <strong>12.90 €</strong> for it.</p>',
        },
      ],
    },
    {
      recordId: '1997',
      team: 'Warehouse',
      title: 'One item is missing',
      messages: [
        {
          author: 4,
          content:
            '<p>One item is not on its shelf. Two ways out:</p><ul><li><p>send the rest today</p></li>' +
            '<li><p>wait until Thursday</p></li></ul>',
        },
        {
          author: 1,
          content: `<p>The customer is in no hurry. ${manager}, what do you prefer?</p>`,
        },
      ],
    },
  ]
}

/** Writes the threads that mention the manager, so that their inbox is not empty. */
export async function writeDemoMentions(
  transaction: Transaction<Database>,
  { project, environment, person, teamId }: Shop,
): Promise<void> {
  const write = (author: number): NoteWriting => ({
    project,
    environment,
    writer: { ...person(author), isAdmin: author === 0 },
  })
  for (const { recordId, team, title, messages } of mentioningNotes(person(0).id)) {
    const [first, ...replies] = messages
    if (!first) continue
    const { id } = await createNote(transaction, write(first.author), {
      title,
      recordId,
      collectionName: 'orders',
      team: { id: teamId(team), name: team },
      content: first.content,
    })
    for (const { author, content } of replies) {
      await addMessage(transaction, write(author), id, content)
    }
  }
}
