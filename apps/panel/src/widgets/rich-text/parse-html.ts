import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { toHtml } from '../../core/text/rich-text.js'
import { toSafeLink } from '../../core/text/safe-link.js'
import { simplifyHtml } from '../../core/text/simplify-html.js'

/** What can be written. Underlining and links are part of the kit. */
export const extensions = [
  StarterKit.configure({
    link: {
      openOnClick: false,
      autolink: true,
      isAllowedUri: address => toSafeLink(address) !== undefined,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
]

/**
 * The document of an HTML text. The editor would read a text with a function that the policy of the
 * page forbids; here it is purified and read as elements.
 */
export function parseHtml(text: string): Record<string, unknown> {
  const body = DOMPurify.sanitize(simplifyHtml(toHtml(text)), { RETURN_DOM: true })
  return DOMParser.fromSchema(getSchema(extensions)).parse(body).toJSON()
}
