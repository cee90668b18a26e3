import DOMPurify from 'dompurify'
import { createElement, type ReactNode, useMemo } from 'react'
import {
  type MessageElement,
  type MessagePart,
  readMessageParts,
} from '../../core/notes/message-tree.js'
import { toHtml } from '../../core/text/rich-text.js'
import { simplifyMessage } from '../../core/text/simplify-html.js'
import { useNoteReader } from '../../data/use-notes.js'
import { useNames } from './use-names.js'
import '../../widgets/rich-text/rich-text.css'
import './notes.css'

/** Headings of messages are below those of the page. */
const shownAs: Readonly<Partial<Record<MessageElement, string>>> = { h1: 'h4', h2: 'h4', h3: 'h4' }

/** A message as elements of ours: what the service keeps is purified again, and never inserted as HTML. */
export function MessageView({ html }: { readonly html: string }) {
  const { findName } = useNames()
  const { id: readerId } = useNoteReader()
  const parts = useMemo(() => {
    const body = DOMPurify.sanitize(simplifyMessage(toHtml(html)), { RETURN_DOM: true })
    return readMessageParts(body)
  }, [html])

  function draw(part: MessagePart, key: number): ReactNode {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'mention': {
        const name = findName(part.personId)
        return (
          <span
            key={key}
            className="note-mention"
            data-me={part.personId === readerId ? '' : undefined}
          >
            {name === undefined ? part.text : `@${name}`}
          </span>
        )
      }
      case 'link':
        return (
          <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.parts.map(draw)}
          </a>
        )
      case 'element':
        return part.name === 'br' ? (
          <br key={key} />
        ) : (
          createElement(shownAs[part.name] ?? part.name, { key }, part.parts.map(draw))
        )
    }
  }

  return <div className="rich-text note-shown">{parts.map(draw)}</div>
}
