import { useId } from 'react'
import { Choice } from '../../../ui/choice.js'
import { describeField, Field } from '../../../ui/field.js'

interface CheckListProps<K> {
  readonly label: string
  readonly options: readonly { readonly id: K; readonly name: string }[]
  readonly chosen: readonly K[]
  readonly help?: string | undefined
  readonly problem?: string | undefined
  readonly onChange: (ids: readonly K[]) => void
}

/** Some of a few, all of them visible. */
export function CheckList<K extends string | number>(props: CheckListProps<K>) {
  const { label, options, chosen, help, problem, onChange } = props
  const id = useId()
  const problems = problem ? [problem] : []
  return (
    <Field id={id} label={label} isGroup help={help} problems={problems}>
      <fieldset
        aria-label={label}
        aria-describedby={describeField(id, help, problems)}
        className={`grid max-h-44 grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-x-4 overflow-y-auto rounded-control border px-3 py-1 ${problem ? 'border-danger' : 'border-line-strong'}`}
      >
        {options.map(option => (
          <Choice
            key={option.id}
            kind="checkbox"
            checked={chosen.includes(option.id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, option.id] : chosen.filter(each => each !== option.id),
              )
            }
          >
            {option.name}
          </Choice>
        ))}
      </fieldset>
    </Field>
  )
}
