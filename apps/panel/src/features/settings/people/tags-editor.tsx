import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { findTagProblems, type TagRow, tagLimit } from '../../../core/settings/people/tag-rows.js'
import { Button, IconButton } from '../../../ui/button.js'
import { controlClass } from '../../../ui/control.js'
import { Field } from '../../../ui/field.js'

interface TagsEditorProps {
  readonly label: string
  readonly help: string
  readonly rows: readonly TagRow[]
  /** Keys that others have, to choose from. */
  readonly knownKeys: readonly string[]
  /** Whether what is wrong is said. */
  readonly isChecked: boolean
  readonly onChange: (rows: readonly TagRow[]) => void
}

/** Tags: pairs of a key and a value. */
export function TagsEditor(props: TagsEditorProps) {
  const { label, help, rows, knownKeys, isChecked, onChange } = props
  const t = useTranslations('people.tags')
  const id = useId()
  const problems = isChecked ? findTagProblems(rows) : new Map<number, never>()
  const change = (row: TagRow, part: Partial<TagRow>) =>
    onChange(rows.map(each => (each.id === row.id ? { ...each, ...part } : each)))
  return (
    <Field
      id={id}
      label={label}
      isGroup
      help={help}
      problems={[...new Set(problems.values())].map(problem => t(`problem.${problem}`))}
    >
      <fieldset aria-label={label} className="flex flex-col gap-2">
        {rows.map((row, index) => {
          const problem = problems.get(row.id)
          const names = { number: index + 1 }
          const invalid = { 'aria-describedby': `${id}-problems` }
          return (
            <div key={row.id} className="flex items-center gap-1.5">
              <input
                className={controlClass}
                aria-label={t('key', names)}
                placeholder={t('keyExample')}
                list={`${id}-keys`}
                autoComplete="off"
                spellCheck={false}
                maxLength={100}
                value={row.key}
                aria-invalid={problem === 'key' || problem === 'twice'}
                {...(problem && invalid)}
                onChange={event => change(row, { key: event.target.value.trim() })}
              />
              <span aria-hidden="true" className="text-faint">
                =
              </span>
              <input
                className={controlClass}
                aria-label={t('value', names)}
                placeholder={t('valueExample')}
                autoComplete="off"
                spellCheck={false}
                maxLength={1000}
                value={row.value}
                aria-invalid={problem === 'value'}
                {...(problem && invalid)}
                onChange={event => change(row, { value: event.target.value })}
              />
              <IconButton
                label={t('remove', { key: row.key || String(index + 1) })}
                onClick={() => onChange(rows.filter(each => each.id !== row.id))}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </div>
          )
        })}
        <datalist id={`${id}-keys`}>
          {knownKeys.map(key => (
            <option key={key} value={key} />
          ))}
        </datalist>
        <div>
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={rows.length >= tagLimit}
            onClick={() =>
              onChange([
                ...rows,
                { id: Math.max(-1, ...rows.map(each => each.id)) + 1, key: '', value: '' },
              ])
            }
          >
            {t('add')}
          </Button>
        </div>
      </fieldset>
    </Field>
  )
}
