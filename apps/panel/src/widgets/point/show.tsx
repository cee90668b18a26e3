import { formatPoint, guessPointKind, readPoint } from '../../core/text/point.js'
import type { ShowProps } from '../show-props.js'
import { ShowText } from '../text/show.js'
import { MapLink } from './map-link.js'

/** Coordinates, with a link to a map where they are a place on the earth. */
export function ShowPoint(props: ShowProps) {
  const { value, field, isInTable } = props
  const kind = typeof value === 'string' ? 'earth' : guessPointKind(field.name)
  const point = readPoint(value, kind)
  if (!point) return <ShowText {...props} />
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span className="truncate tabular-nums">{formatPoint(point, kind)}</span>
      {isInTable || kind === 'plain' ? null : <MapLink point={point} />}
    </span>
  )
}
