import { ExactNumber, stringifyExactJson } from '@service/base'
import { type ColumnType, isDocument } from '@service/datasource-toolkit'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { readInput } from '../../core/forms/read-input.js'
import { guessLabel } from '../../core/schema/guess-label.js'
import { usePlace } from '../../data/place-context.js'
import { controlClass } from '../../ui/control.js'
import type { EditProps } from '../edit-props.js'
import { useTypedText } from '../use-typed-text.js'

type Members = Readonly<Record<string, unknown>>

interface ObjectFormProps extends Omit<EditProps, 'columnType'> {
  readonly members: Readonly<Record<string, ColumnType>>
  readonly value: Members | null
}

/** The members of an object, each with a control of its own. */
export function ObjectForm(props: ObjectFormProps) {
  const { id, label, members, value, isDisabled, onChange, onProblem } = props
  const [problems, setProblems] = useState<Readonly<Record<string, string | undefined>>>({})

  function report(name: string, problem: string | undefined) {
    const next = { ...problems, [name]: problem }
    setProblems(next)
    onProblem(Object.values(next).find(each => each !== undefined))
  }

  return (
    <fieldset
      id={id}
      aria-label={label}
      aria-describedby={props.describedBy}
      className="grid min-w-0 grid-cols-[minmax(80px,30%)_1fr] items-center gap-x-3 gap-y-2 border-l-2 border-line py-1 pl-3"
    >
      {Object.entries(members).map(([name, type]) => (
        <Member
          key={name}
          id={`${id}-${name}`}
          name={name}
          type={type}
          value={value?.[name] ?? null}
          problem={problems[name]}
          isDisabled={isDisabled}
          form={props}
          onChange={member => onChange({ ...value, [name]: member })}
          onProblem={problem => report(name, problem)}
        />
      ))}
    </fieldset>
  )
}

interface MemberProps {
  readonly id: string
  readonly name: string
  readonly type: ColumnType
  readonly value: unknown
  readonly problem: string | undefined
  readonly isDisabled: boolean
  readonly form: ObjectFormProps
  readonly onChange: (value: unknown) => void
  readonly onProblem: (problem: string | undefined) => void
}

function Member(props: MemberProps) {
  const { id, name, type, value, problem, form } = props
  const label = guessLabel(name)
  if (isDocument(type)) {
    const own = isDocument(value) ? value : null
    return (
      <div className="col-span-2">
        <p className="mb-1 text-small font-medium text-muted">{label}</p>
        <ObjectForm
          {...form}
          id={id}
          label={label}
          members={type}
          value={own}
          onChange={props.onChange}
          onProblem={props.onProblem}
        />
      </div>
    )
  }
  return (
    <>
      <label htmlFor={id} className="truncate text-small text-muted">
        {label}
      </label>
      <div className="min-w-0">
        {type === 'Boolean' ? <YesOrNo {...props} /> : <TypedText {...props} />}
        {problem ? (
          <p id={`${id}-problem`} className="text-small text-danger">
            {problem}
          </p>
        ) : null}
      </div>
    </>
  )
}

function YesOrNo({ id, value, isDisabled, onChange }: MemberProps) {
  const t = useTranslations('values')
  const chosen = typeof value === 'boolean' ? String(value) : ''
  return (
    <select
      id={id}
      value={chosen}
      disabled={isDisabled}
      onChange={event => onChange(event.target.value === '' ? null : event.target.value === 'true')}
      className={controlClass}
    >
      <option value="">–</option>
      <option value="true">{t('yes')}</option>
      <option value="false">{t('no')}</option>
    </select>
  )
}

/** What is typed is read by the type of the member; lists and unknown types are JSON. */
function TypedText(props: MemberProps) {
  const { id, type, problem, isDisabled } = props
  const t = useTranslations('widgets.problems')
  const { timezone } = usePlace()
  const language = useLocale()
  const typed = useTypedText(props, formatMember, text => {
    const read = readInput(type, text, { now: new Date(), zone: timezone, language })
    if ('problem' in read) return { problem: t(read.problem, { line: read.line ?? 1 }) }
    return { value: read.value === '' ? null : toMember(type, read.value) }
  })
  return (
    <input
      id={id}
      type="text"
      autoComplete="off"
      disabled={isDisabled}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      value={typed.text}
      onChange={event => typed.type(event.target.value)}
      onBlur={typed.settle}
      className={controlClass}
    />
  )
}

function formatMember(value: unknown): string {
  return typeof value === 'string' ? value : (stringifyExactJson(value) ?? '')
}

/** A number of many digits travels as a text in a column, and as a number in a document. */
function toMember(type: ColumnType, value: unknown): unknown {
  return type === 'Number' && typeof value === 'string' ? new ExactNumber(value) : value
}
