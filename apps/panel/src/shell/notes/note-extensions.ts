import { getSchema } from '@tiptap/core'
import { Mention, type MentionNodeAttrs } from '@tiptap/extension-mention'
import { DOMParser } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import type { SuggestionOptions } from '@tiptap/suggestion'
import DOMPurify from 'dompurify'
import type { ProjectMember } from '../../core/forms/group-approvers.js'
import { toHtml } from '../../core/text/rich-text.js'
import { toSafeLink } from '../../core/text/safe-link.js'
import { simplifyMessage } from '../../core/text/simplify-html.js'

export type PeopleSuggestion = Omit<SuggestionOptions<ProjectMember, MentionNodeAttrs>, 'editor'>

/** A mention as the service keeps it: `<span data-mention-id="7">@Ana Costa</span>`. */
const PersonMention = Mention.extend({
  addAttributes: () => ({
    id: { default: null, parseHTML: element => element.getAttribute('data-mention-id') },
    label: { default: null, parseHTML: element => element.textContent?.replace(/^@/, '') },
  }),
  parseHTML: () => [{ tag: 'span[data-mention-id]' }],
  renderHTML: ({ node }) => [
    'span',
    { 'data-mention-id': String(node.attrs.id) },
    `@${node.attrs.label}`,
  ],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

/** What can be written in a note: all of it is kept by the service. */
export function buildExtensions(suggestion: PeopleSuggestion) {
  return [
    StarterKit.configure({
      horizontalRule: false,
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false,
        autolink: true,
        isAllowedUri: address => toSafeLink(address) !== undefined,
        HTMLAttributes: { target: null, rel: null, class: null },
      },
    }),
    PersonMention.configure({ suggestion }),
  ]
}

/** The document of a message. It is purified and read as elements, as the page's policy wants. */
export function parseMessage(html: string): Record<string, unknown> {
  const body = DOMPurify.sanitize(simplifyMessage(toHtml(html)), { RETURN_DOM: true })
  return DOMParser.fromSchema(getSchema(buildExtensions({})))
    .parse(body)
    .toJSON()
}
