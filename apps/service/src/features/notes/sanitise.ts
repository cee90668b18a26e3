import sanitizeHtml from 'sanitize-html'

/** Everything a message may be made of. What is not here is dropped, its text is kept. */
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
 * The harmless part of a piece of HTML: no script, style, comment or event handler, and links to web
 * and mail addresses only. Sanitising twice changes nothing more.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(keepLoneBrackets(html), options)
}

/** Whether anything is left to read. */
export function isBlank(sanitised: string): boolean {
  return sanitised.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''
}

/** A `<` that no `>` ends is no tag but text, as in `a <b`. */
function keepLoneBrackets(html: string): string {
  return html.replace(/<(?![^<>]*>)/g, '&lt;')
}
