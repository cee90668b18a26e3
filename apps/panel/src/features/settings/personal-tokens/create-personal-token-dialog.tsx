import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { focusNow } from '../../../ui/focus-now.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'
import { IncompleteError } from '../parts/incomplete-error.js'
import { TokenLife } from '../parts/token-life.js'
import { useFieldProblems } from '../parts/use-field-problems.js'
import { useTokenLife } from '../parts/use-token-life.js'
import type { PersonalToken } from './personal-token.js'

interface CreatePersonalTokenDialogProps {
  readonly path: string
  readonly onCreated: (token: PersonalToken, secret: string) => void
  readonly onClose: () => void
}

/** Creates a token that acts as the person. */
export function CreatePersonalTokenDialog(props: CreatePersonalTokenDialogProps) {
  const { path, onCreated, onClose } = props
  const t = useTranslations('apiTokens')
  const own = useTranslations('personalTokens')
  const send = useServiceChange(
    (body: object) => request<PersonalToken & { readonly token: string }>('POST', path, body),
    [path],
  )
  const [name, setName] = useState('')
  const { problems, setProblem, clear, take } = useFieldProblems(['name', 'expiresAt'])
  const life = useTokenLife(() => clear('expiresAt'))

  async function submit() {
    const expiresAt = life.readExpiry()
    if (name.trim() === '') setProblem('name', t('nameMissing'))
    if (expiresAt === null) setProblem('expiresAt', t('dayMissing'))
    if (name.trim() === '' || expiresAt === null) throw new IncompleteError()
    const { token, ...created } = await send({ name, expiresAt })
    onCreated(created, token)
  }

  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('create')}
      onSubmit={submit}
      onRefused={take}
      onClose={onClose}
    >
      <p className="text-muted">{own('createHint')}</p>
      <FormInput
        ref={focusNow}
        label={t('name')}
        value={name}
        maxLength={100}
        help={t('nameHint')}
        problem={problems.name}
        onChange={value => {
          setName(value)
          clear('name')
        }}
      />
      <TokenLife {...life.props} problem={problems.expiresAt} />
    </FormDialog>
  )
}
