import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { EditableField } from '../core/forms/editable-field.js'
import { validateField } from '../core/forms/validate-field.js'
import { isSameValue } from '../core/record/is-same-value.js'
import { describeField, Field } from '../ui/field.js'
import { useListener } from '../ui/use-listener.js'
import type { EditOption } from './edit-props.js'
import { EditValue, isGroupWidget } from './edit-value.js'
import { useOfferedFocus } from './use-offered-focus.js'

export interface EditFieldProps {
  readonly field: EditableField
  /** The value as it travels, null when there is none; of a to-one relation a `RelatedChoice`. */
  readonly value: unknown
  /** The other values of the form, such as the currency of an amount. */
  readonly siblings: Readonly<Record<string, unknown>>
  /** What the server says about the value. What the schema says is checked here. */
  readonly problems: readonly string[]
  readonly isDisabled?: boolean
  readonly hasFocus?: boolean
  /** Whether the form stays while somebody creates a record for a relation of it. */
  readonly canCreate?: boolean
  readonly findOptions?: ((search: string) => Promise<readonly EditOption[]>) | undefined
  readonly onChange: (value: unknown) => void
  /** What was typed is no value, and why: it is shown here, and holds back saving. */
  readonly onProblem?: (problem: string | undefined) => void
}

/**
 * A field of a form: its label, its editor, and help and problems below. Problems show when the
 * person leaves the field, and from then on while they type.
 *
 * @example
 * <EditField field={field} value={draft.name} siblings={draft} problems={[]} onChange={setName} />
 */
export function EditField(props: EditFieldProps) {
  const { field, value, siblings, isDisabled = false } = props
  const { canCreate = false, findOptions } = props
  const t = useTranslations('widgets')
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const [typing, setTyping] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const hasFocus = useOfferedFocus(box, props.hasFocus ?? false, props.problems)
  useListener(box, 'focusout', ({ relatedTarget }) => {
    if (!box.current?.contains(relatedTarget as Node | null)) setLeft(true)
  })
  // What was typed and is no value goes with its editor: the value is still the one before.
  const forgetTyped = useEffectEvent(() => {
    if (typing !== undefined) props.onProblem?.(undefined)
  })
  useEffect(() => () => forgetTyped(), [])
  const [first] = useState(value)
  const own = isLeft ? (typing === undefined ? checkValue() : [typing]) : []
  const problems = [...new Set([...props.problems, ...own])]

  function checkValue(): readonly string[] {
    // What the database holds already is not the person's mistake.
    if (isSameValue(value, first) && !isBlank(value)) return []
    const kind = field.target === undefined ? 'column' : 'to-one'
    return validateField({ ...field, kind }, value).map(problem =>
      problem.kind === 'required' ? t('problems.required') : problem.message,
    )
  }

  return (
    <Field
      id={id}
      label={field.label}
      isGroup={isGroupWidget(field.widget.name)}
      requiredLabel={field.isRequired ? t('required') : undefined}
      help={field.help}
      problems={problems}
    >
      <div ref={box} className="min-w-0">
        <EditValue
          id={id}
          label={field.label}
          columnType={field.columnType}
          widget={field.widget}
          enumValues={field.enumValues}
          value={value}
          siblings={siblings}
          target={field.target}
          isRequired={field.isRequired}
          isDisabled={isDisabled}
          isInvalid={problems.length > 0}
          describedBy={describeField(id, field.help, problems)}
          hasFocus={hasFocus}
          canCreate={canCreate}
          findOptions={findOptions}
          onChange={props.onChange}
          onProblem={problem => {
            setTyping(problem)
            props.onProblem?.(problem)
          }}
        />
      </div>
    </Field>
  )
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
