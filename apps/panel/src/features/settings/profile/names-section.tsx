import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { bootKey } from '../../../data/use-boot.js'
import { ErrorView } from '../../../shell/error-view.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { BusyFields } from '../../../ui/busy-fields.js'
import { Button } from '../../../ui/button.js'
import { FormInput } from '../../../ui/form-input.js'
import { SettingsSection } from '../parts/settings-section.js'
import { UnsavedGuard } from '../parts/unsaved-guard.js'

interface Names {
  readonly firstName: string
  readonly lastName: string
  readonly username: string
}

interface Account extends Names {
  readonly email: string
}

const path = '/api/me'
const fields = ['firstName', 'lastName', 'username'] as const
const changedPaths = [path]
const send = (names: Names): Promise<Account> => request('PATCH', path, names)

/** The names of the person, as others see them. */
export function NamesSection() {
  const t = useTranslations('profile.names')
  const { data: account, error, refetch } = useServiceData<Account>(path)
  return (
    <SettingsSection title={t('title')} hint={account ? t('hint', { email: account.email }) : ''}>
      {error && !account ? <ErrorView error={error} onRetry={() => void refetch()} /> : null}
      {account ? <NamesForm key={account.email} account={account} /> : null}
    </SettingsSection>
  )
}

function NamesForm({ account }: { readonly account: Account }) {
  const t = useTranslations('profile.names')
  const client = useQueryClient()
  const change = useServiceChange(send, changedPaths)
  const describeError = useErrorText()
  const [typed, setTyped] = useState<Partial<Names>>({})
  const [state, setState] = useState<'idle' | 'sending' | 'saved'>('idle')
  const [problem, setProblem] = useState<string>()
  const { firstName, lastName, username } = { ...account, ...typed }
  const names: Names = { firstName, lastName, username }
  const isChanged = fields.some(field => names[field] !== account[field])
  const isComplete = fields.every(field => names[field].trim() !== '')

  async function save() {
    setState('sending')
    setProblem(undefined)
    try {
      await change(names)
      setTyped({})
      setState('saved')
      await client.invalidateQueries({ queryKey: bootKey })
    } catch (error) {
      setProblem(describeError(error))
      setState('idle')
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (isChanged && isComplete && state !== 'sending') void save()
      }}
    >
      <UnsavedGuard isDirty={isChanged && state !== 'sending'} />
      <BusyFields isBusy={state === 'sending'}>
        <div className="grid gap-4 sm:grid-cols-3">
          {fields.map(field => (
            <FormInput
              key={field}
              label={t(field)}
              maxLength={100}
              autoComplete={autoCompletes[field]}
              value={names[field]}
              onChange={value => {
                setTyped(before => ({ ...before, [field]: value }))
                setState('idle')
              }}
            />
          ))}
        </div>
      </BusyFields>
      {problem === undefined ? null : (
        <p role="alert" className="wrap-anywhere text-danger">
          {problem}
        </p>
      )}
      <div className="flex items-center gap-3">
        <Button
          size="form"
          look="primary"
          type="submit"
          disabled={!isChanged || !isComplete || state === 'sending'}
        >
          {t('save')}
        </Button>
        <span role="status" className="text-success">
          {state === 'saved' ? t('saved') : ''}
        </span>
      </div>
    </form>
  )
}

const autoCompletes = {
  firstName: 'given-name',
  lastName: 'family-name',
  username: 'nickname',
} as const
