import { toSafeLink } from '../../core/text/safe-link.js'
import { markText } from '../mark-text.js'
import type { ShowProps } from '../show-props.js'

export function ShowLink({ value, field, search }: ShowProps) {
  const text = String(value)
  const href = toSafeLink(buildAddress(text, field.show.name))
  if (href === undefined) {
    return <span className="truncate">{markText(text, search)}</span>
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-tooltip=""
      onClick={event => event.stopPropagation()}
      className="truncate text-text underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-accent"
    >
      {markText(text.replace(/^https?:\/\/(?:www\.)?/i, ''), search)}
    </a>
  )
}

function buildAddress(text: string, widget: string): string {
  if (/^[a-z]+:/i.test(text)) return text
  if (widget === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`
  return text.includes('@') ? `mailto:${text}` : text
}
