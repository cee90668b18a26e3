import sanitizeHtml from 'sanitize-html'

/** The allowed HTML of a message. Other tags are dropped and their text is kept. */
const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'blockquote', 'pre', 'ul', 'ol', 'li'],
    ...['strong', 'em', 'u', 's', 'code', 'a', 'span'],
  ],
  allowedAttributes: { a: ['href', 'rel'], span: ['data-mention-id'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: isLink(href) ? { href, rel: 'noopener noreferrer nofollow' } : noAttributes,
    }),
    span: (tagName, { 'data-mention-id': id = '' }) => ({
      tagName,
      attribs: MENTION_ID.test(id) ? { 'data-mention-id': id } : noAttributes,
    }),
  },
}

const noAttributes: sanitizeHtml.Attributes = {}
const MENTION_ID = /^[1-9]\d{0,14}$/
const isLink = (href: string) => /^(https?:\/\/|mailto:)/i.test(href)

/**
 * Removes scripts, styles, comments and event handlers, and all links except web and mail links. Sanitizing
 * twice gives the same result.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(escapeLoneBrackets(html), options)
}

/** Whether a sanitized message has no visible text. */
export function isBlank(sanitised: string): boolean {
  return sanitised.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''
}

/** A `<` without a closing `>` is text, as in `a <b`. */
function escapeLoneBrackets(html: string): string {
  return html.replace(/<(?![^<>]*>)/g, '&lt;')
}
