import { z } from 'zod'
import { isBlank, sanitise } from './sanitise.js'
import { text } from './text.js'

const Title = text(1, 200, z.string().trim())

const Content = text(1, 50_000)
  .overwrite(sanitise)
  .refine(html => !isBlank(html), 'must contain visible text; HTML that is not allowed is removed')
  .meta({ description: 'HTML. Everything but plain formatting, links and mentions is removed.' })

/** The fields of a new note, shared by the public API and the panel; each adds its own field for the team. */
export const NewNote = {
  title: Title,
  recordId: text(1, 255),
  collectionName: text(1, 255),
  content: Content.optional(),
}

/** The fields of a note that may change. */
export const NoteChange = z
  .strictObject({ title: Title.optional(), archived: z.boolean().optional() })
  .refine(change => Object.keys(change).length > 0, "must have 'title' or 'archived'")
export type NoteChange = z.output<typeof NoteChange>

/** A further message of the thread. */
export const NewMessage = z.strictObject({ content: Content })
