import sanitizeHtml from 'sanitize-html'
import type { LetterPart } from '../../mail/write-letter.js'
import { formatPanelPath } from './panel-path.js'
import type { Notification } from './read-notifications.js'

const EXCERPT = 280

/** A notification as the subject of a message says it. */
export function summarize(notification: Notification): string {
  const { author, projectName } = notification
  if (notification.kind === 'mention') return `${author} mentions you in ${projectName}`
  const { actionName } = notification
  if (notification.kind === 'approval') {
    return `${author} asks for your approval in ${projectName}: ${actionName}`
  }
  return `Your request in ${projectName} was ${decisions[notification.status] ?? 'approved'}: ${actionName}`
}

/** States that follow an approval still mean that it was approved. */
const decisions: Readonly<Record<string, string>> = {
  rejected: 'rejected',
  cancelled: 'cancelled',
}

/** A notification in a letter: what happened, and a link to the place in the panel. */
export function describeNotification(notification: Notification, base: string): LetterPart[] {
  const link = (label: string, ...screen: readonly string[]) => ({
    label,
    link: base + formatPanelPath(notification, ...screen),
  })
  if (notification.kind !== 'mention') {
    const { approvalId, collectionName, author, kind } = notification
    const end = kind === 'approval' ? '.' : ` by ${author}.`
    return [
      { paragraph: `${summarize(notification)}, on ${collectionName}${end}` },
      link('Open the request', 'approvals', String(approvalId)),
    ]
  }
  const { author, title, content, collectionName, recordId } = notification
  return [
    { paragraph: `${author} mentions you in the note “${title}”:` },
    ...(content === null ? [] : [{ quote: makeExcerpt(content) }]),
    collectionName === null
      ? link('Open the inbox', 'inbox')
      : link('Open the record', 'data', collectionName, recordId),
  ]
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

/** The first words of a message, as text. */
function makeExcerpt(content: string): string {
  const text = sanitizeHtml(content.replace(/<\/(?:p|li|h\d|pre|blockquote)>|<br\b/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(?:amp|lt|gt|quot);/g, entity => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...text]
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join('').trimEnd()}…` : text
}
