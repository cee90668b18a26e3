import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  formatPoint,
  guessPointKind,
  type Point,
  type PointKind,
  readPoint,
} from '../../core/text/point.js'
import { controlClass } from '../../ui/control.js'
import type { EditProps } from '../edit-props.js'
import { readControlProps } from '../read-control-props.js'
import { MapLink } from './map-link.js'

/** Both numbers as they are typed, in the order in which people write them. */
type Texts = readonly [string, string]

/** Two numbers. Coordinates pasted as one text fill both. */
export default function EditPoint(props: EditProps) {
  const { id, label, columnType, value, isDisabled, isInvalid, onChange, onProblem } = props
  const t = useTranslations('editors')
  const isText = columnType === 'String'
  const kind = isText ? 'earth' : guessPointKind(label)
  const [texts, setTexts] = useState<Texts>(() => formatTexts(readPoint(value, kind), kind))
  const sent = useRef(value)
  const point = readPoint(value, kind)
  const names =
    kind === 'earth' ? ([t('latitude'), t('longitude')] as const) : (['X', 'Y'] as const)

  useEffect(() => {
    if (String(value) === String(sent.current)) return
    sent.current = value
    setTexts(formatTexts(readPoint(value, kind), kind))
  }, [value, kind])

  function change(next: Texts) {
    setTexts(next)
    const isEmpty = next.every(text => text.trim() === '')
    const isWhole = next.every(text => text.trim() !== '')
    const read = isWhole ? readPoint(next.join(';'), kind) : undefined
    onProblem(isEmpty || read ? undefined : t('notPoint'))
    if (!isEmpty && !read) return
    // Texts that hold coordinates stay texts.
    sent.current = read && isText ? formatPoint(read, kind) : (read ?? null)
    onChange(sent.current)
  }

  function paste(event: ClipboardEvent) {
    const pasted = readPoint(event.clipboardData.getData('text'), kind)
    if (!pasted) return
    event.preventDefault()
    change(formatTexts(pasted, kind))
  }

  return (
    <div className="flex items-center gap-2">
      <input
        {...readControlProps(props)}
        aria-label={`${label}: ${names[0]}`}
        inputMode="decimal"
        placeholder={names[0]}
        value={texts[0]}
        onPaste={paste}
        onChange={event => change([event.target.value, texts[1]])}
        className={controlClass}
      />
      <input
        id={`${id}-second`}
        type="text"
        autoComplete="off"
        aria-label={`${label}: ${names[1]}`}
        aria-invalid={isInvalid}
        disabled={isDisabled}
        inputMode="decimal"
        placeholder={names[1]}
        value={texts[1]}
        onPaste={paste}
        onChange={event => change([texts[0], event.target.value])}
        className={controlClass}
      />
      {point && kind === 'earth' ? <MapLink point={point} /> : null}
    </div>
  )
}

function formatTexts(point: Point | undefined, kind: PointKind): Texts {
  if (!point) return ['', '']
  const [x, y] = point
  return kind === 'earth' ? [String(y), String(x)] : [String(x), String(y)]
}
