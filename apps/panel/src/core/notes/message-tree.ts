import { toSafeLink } from '../text/safe-link.js'

/** What a message may consist of. Everything else is only its text. */
const elements = [
  ...(['p', 'h1', 'h2', 'h3', 'blockquote', 'pre', 'ul', 'ol', 'li'] as const),
  ...(['br', 'strong', 'em', 'u', 's', 'code'] as const),
]
export type MessageElement = (typeof elements)[number]

/** A part of a message as it is shown. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly personId: number; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly MessagePart[] }
  | {
      readonly kind: 'element'
      readonly name: MessageElement
      readonly parts: readonly MessagePart[]
    }

/** What is needed of a node of a document. */
export interface MessageNode {
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly textContent: string | null
  readonly childNodes: Iterable<MessageNode>
  getAttribute?(name: string): string | null
}

const known: ReadonlyMap<string, MessageElement> = new Map(elements.map(name => [name, name]))
const personId = /^[1-9]\d{0,14}$/

/**
 * Reads the parts of a message from its purified document: allowed elements, links that are safe,
 * and mentions. Of anything else the text is kept.
 *
 * @example
 * readMessageParts(DOMPurify.sanitize(html, { RETURN_DOM: true }))
 */
export function readMessageParts(parent: MessageNode): readonly MessagePart[] {
  return [...parent.childNodes].flatMap(readPart)
}

function readPart(node: MessageNode): readonly MessagePart[] {
  const tag = node.nodeName.toLowerCase()
  if (tag === '#text') return [{ kind: 'text', text: node.nodeValue ?? '' }]
  if (tag.startsWith('#')) return []
  const mentioned = tag === 'span' ? (node.getAttribute?.('data-mention-id') ?? '') : ''
  if (personId.test(mentioned)) {
    return [{ kind: 'mention', personId: Number(mentioned), text: node.textContent ?? '' }]
  }
  const parts = readMessageParts(node)
  const href = tag === 'a' ? toSafeLink(node.getAttribute?.('href') ?? '') : undefined
  if (href !== undefined) return [{ kind: 'link', href, parts }]
  const name = known.get(tag)
  return name ? [{ kind: 'element', name, parts }] : parts
}
