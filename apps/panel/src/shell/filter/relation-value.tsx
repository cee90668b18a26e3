import type { ColumnType } from '@service/datasource-toolkit'
import { readTypedValue } from '../../core/list/filter-values.js'
import { usePlace } from '../../data/place-context.js'
import { RelationPicker } from '../../widgets/to-one/picker.js'
import { findKnownTitle, rememberTitle } from './known-titles.js'
import { ValueChips } from './value-chips.js'

interface RelationValueProps {
  readonly target: string
  readonly label: string
  readonly isList: boolean
  /** The type of the key. */
  readonly columnType: ColumnType
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Chooses the records that a relation is compared with. The condition holds their keys. */
export function RelationValue(props: RelationValueProps) {
  const { target, label, isList, columnType, value, onChange } = props
  const { timezone } = usePlace()
  const keys = (Array.isArray(value) ? value : [value]).filter(key => key !== undefined)
  const [only] = keys
  const readKey = (id: string) =>
    // A key is written by a program.
    readTypedValue(columnType, id, { now: new Date(), zone: timezone, language: 'en' })
  return (
    <div className="flex flex-col gap-1.5">
      {isList ? (
        <ValueChips
          values={keys}
          format={key => findKnownTitle(target, String(key)) ?? String(key)}
          onRemove={key => onChange(keys.filter(each => each !== key))}
        />
      ) : null}
      <RelationPicker
        label={label}
        target={target}
        value={
          isList || only === undefined
            ? null
            : { id: String(only), title: findKnownTitle(target, String(only)) ?? String(only) }
        }
        onChange={choice => {
          if (choice) rememberTitle(target, choice)
          const key = choice ? readKey(choice.id) : undefined
          if (!isList) onChange(key)
          else if (key !== undefined && !keys.includes(key)) onChange([...keys, key])
        }}
      />
    </div>
  )
}
