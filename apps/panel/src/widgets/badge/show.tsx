import { guessBadgeColour } from '../../core/schema/guess-badge-colour.js'
import { Badge } from '../../ui/badge.js'
import type { ShowProps } from '../show-props.js'

export function ShowBadge({ value }: ShowProps) {
  const text = String(value)
  return <Badge tone={guessBadgeColour(text)}>{text}</Badge>
}

export function ShowBadges({ value }: ShowProps) {
  const values = Array.isArray(value) ? value : [value]
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden">
      {[...new Set(values.map(String))].map(each => (
        <Badge key={each} tone={guessBadgeColour(each)}>
          {each}
        </Badge>
      ))}
    </span>
  )
}
