import { createDrafts } from '../../core/notes/drafts.js'

/** What was begun and not sent, as long as the page is open. */
export const drafts = createDrafts()
