import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { CheckField } from '../../../ui/check-field.js'
import { describeField, Field } from '../../../ui/field.js'
import { focusNow } from '../../../ui/focus-now.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'
import { IncompleteError } from '../parts/incomplete-error.js'
import { TokenLife } from '../parts/token-life.js'
import { useFieldProblems } from '../parts/use-field-problems.js'
import { useTokenLife } from '../parts/use-token-life.js'
import { type ApiToken, type TokenScope, tokenScopes } from './api-token.js'

interface CreateTokenDialogProps {
  readonly path: string
  readonly onCreated: (token: ApiToken, secret: string) => void
  readonly onClose: () => void
}

/** Creates a token with some scopes. */
export function CreateTokenDialog({ path, onCreated, onClose }: CreateTokenDialogProps) {
  const t = useTranslations('apiTokens')
  const send = useServiceChange(
    (body: object) => request<ApiToken & { readonly token: string }>('POST', path, body),
    [path],
  )
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const { problems, setProblem, clear, take } = useFieldProblems(['name', 'scopes', 'expiresAt'])
  const life = useTokenLife(() => clear('expiresAt'))
  const scopesId = useId()
  const scopeProblems = problems.scopes ? [problems.scopes] : []

  async function submit() {
    const expiresAt = life.readExpiry()
    if (name.trim() === '') setProblem('name', t('nameMissing'))
    if (scopes.length === 0) setProblem('scopes', t('scopesMissing'))
    if (expiresAt === null) setProblem('expiresAt', t('dayMissing'))
    if (name.trim() === '' || scopes.length === 0 || expiresAt === null) throw new IncompleteError()
    const { token, ...created } = await send({ name, scopes, expiresAt })
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
      <Field id={scopesId} label={t('scopes')} isGroup problems={scopeProblems}>
        <fieldset
          aria-label={t('scopes')}
          aria-describedby={describeField(scopesId, undefined, scopeProblems)}
          className="flex flex-col gap-2"
        >
          {tokenScopes.map(scope => (
            <CheckField
              key={scope}
              label={scope}
              hint={t(`scopeHints.${scopeTexts[scope]}`)}
              isChecked={scopes.includes(scope)}
              onChange={isChecked => {
                setScopes(isChecked ? [...scopes, scope] : scopes.filter(each => each !== scope))
                clear('scopes')
              }}
            />
          ))}
        </fieldset>
      </Field>
      <TokenLife {...life.props} problem={problems.expiresAt} />
    </FormDialog>
  )
}

const scopeTexts = {
  'activity_logs:read': 'activityLogs',
  'admin_logs:read': 'adminLogs',
  'notes:read': 'readNotes',
  'notes:write': 'writeNotes',
  all: 'all',
} as const satisfies Readonly<Record<TokenScope, string>>
