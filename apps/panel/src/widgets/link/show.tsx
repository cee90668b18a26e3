import { toSafeLink } from '../../core/text/safe-link.js'
import type { ShowProps } from '../show-props.js'

export function ShowLink({ value, field }: ShowProps) {
  const text = String(value)
  const href = toSafeLink(buildAddress(text, field.show.name))
  if (href === undefined) return <span className="truncate">{text}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={text}
      onClick={event => event.stopPropagation()}
      className="truncate text-text underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-accent"
    >
      {text.replace(/^https?:\/\/(?:www\.)?/i, '')}
    </a>
  )
}

function buildAddress(text: string, widget: string): string {
  if (/^[a-z]+:/i.test(text)) return text
  if (widget === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`
  return text.includes('@') ? `mailto:${text}` : text
}
