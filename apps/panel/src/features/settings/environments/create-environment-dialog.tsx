import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { focusNow } from '../../../ui/focus-now.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'
import { FormDialog } from '../parts/form-dialog.js'
import { IncompleteError } from '../parts/incomplete-error.js'
import { useFieldProblems } from '../parts/use-field-problems.js'
import { useReloadedPlace } from '../parts/use-reloaded-place.js'
import {
  type EnvironmentKind,
  type EnvironmentWithSecret,
  environmentKinds,
} from './environment.js'

interface CreateEnvironmentDialogProps {
  readonly path: string
  /** Developers create development environments, which are their own. */
  readonly isAdmin: boolean
  readonly onCreated: (environment: EnvironmentWithSecret) => void
  readonly onClose: () => void
}

export function CreateEnvironmentDialog(props: CreateEnvironmentDialogProps) {
  const { path, isAdmin, onCreated, onClose } = props
  const t = useTranslations('environments')
  const parts = useTranslations('settings.parts')
  const reloadPlace = useReloadedPlace()
  const send = useServiceChange(
    (body: object) => request<EnvironmentWithSecret>('POST', path, body),
    [path],
  )
  const [name, setName] = useState('')
  const [kind, setKind] = useState<EnvironmentKind>('development')
  const { problems, setProblem, clear, take } = useFieldProblems(['name', 'kind'], {
    environment_name_taken: ['name', t('nameTaken')],
  })

  async function submit() {
    if (name.trim() === '') {
      setProblem('name', parts('nameMissing'))
      throw new IncompleteError()
    }
    const made = await send({ name: name.trim(), kind })
    await reloadPlace()
    onCreated(made)
  }

  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('create')}
      onSubmit={submit}
      onRefused={take}
      onClose={onClose}
    >
      <FormInput
        ref={focusNow}
        label={t('name')}
        value={name}
        maxLength={100}
        problem={problems.name}
        onChange={value => {
          setName(value)
          clear('name')
        }}
      />
      {isAdmin ? (
        <FormSelect
          label={t('kind')}
          value={kind}
          options={environmentKinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
          help={t('kindHint')}
          problem={problems.kind}
          onChange={value => setKind(value as EnvironmentKind)}
        />
      ) : (
        <p className="text-muted">{t('ownHint')}</p>
      )}
    </FormDialog>
  )
}
