import { guessBadgeColour } from '../../core/schema/guess-badge-colour.js'
import { Badge } from '../../ui/badge.js'
import type { ShowProps } from '../show-props.js'

const longestBadge = 100

export function ShowBadge({ value }: ShowProps) {
  const text = String(value).slice(0, longestBadge)
  return <Badge tone={guessBadgeColour(text)}>{text}</Badge>
}

const mostBadges = 30
const line = 'flex min-w-0 gap-1 overflow-hidden'

export function ShowBadges({ value, isInTable }: ShowProps) {
  const values = Array.isArray(value) ? value : [value]
  const first = values.slice(0, mostBadges).map(formatItem)
  return (
    <span className={isInTable ? line : 'flex min-w-0 flex-wrap gap-1'}>
      {[...new Set(first)].map(each => (
        <Badge key={each} tone={guessBadgeColour(each)}>
          {each}
        </Badge>
      ))}
      {values.length > mostBadges ? (
        <span className="text-muted">+{values.length - mostBadges}</span>
      ) : null}
    </span>
  )
}

const formatItem = (item: unknown): string =>
  typeof item === 'object' ? JSON.stringify(item) : String(item)
