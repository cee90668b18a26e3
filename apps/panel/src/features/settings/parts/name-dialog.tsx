import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusNow } from '../../../ui/focus-now.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from './form-dialog.js'
import { IncompleteError } from './incomplete-error.js'
import { useFieldProblems } from './use-field-problems.js'

interface NameDialogProps {
  readonly title: string
  readonly submitLabel: string
  readonly label: string
  readonly help?: string
  /** The name so far. Absent for something new. */
  readonly name?: string
  /** The error of the service for a name that is taken, and the words for it. */
  readonly taken: readonly [code: string, text: string]
  readonly onSubmit: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const { title, submitLabel, label, help, name = '', taken, onSubmit, onClose } = props
  const t = useTranslations('settings.parts')
  const [text, setText] = useState(name)
  const [code, words] = taken
  const { problems, setProblem, clear, take } = useFieldProblems(['name'], {
    [code]: ['name', words],
  })

  async function submit() {
    if (text.trim() === '') {
      setProblem('name', t('nameMissing'))
      throw new IncompleteError()
    }
    if (text.trim() !== name) await onSubmit(text.trim())
  }

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      onSubmit={submit}
      onRefused={take}
      onClose={onClose}
    >
      <FormInput
        ref={focusNow}
        label={label}
        value={text}
        maxLength={100}
        help={help}
        problem={problems.name}
        onChange={value => {
          setText(value)
          clear('name')
        }}
      />
    </FormDialog>
  )
}
