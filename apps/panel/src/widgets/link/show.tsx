import type { ShowProps } from '../show-props.js'

/** Only these become links; every other address stays text. */
const safe = /^(?:https?|mailto|tel):/i

export function ShowLink({ value, field }: ShowProps) {
  const text = String(value)
  const href = buildHref(text, field.show.name)
  if (!safe.test(href)) return <span className="truncate">{text}</span>
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

function buildHref(text: string, widget: string): string {
  if (safe.test(text)) return text
  if (widget === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`
  return text.includes('@') ? `mailto:${text}` : text
}
