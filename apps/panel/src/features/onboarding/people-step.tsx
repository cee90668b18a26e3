import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { request } from '../../data/service-api.js'
import { useServiceData } from '../../data/settings/use-service.js'
import { ErrorView } from '../../shell/error-view.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { describeField, Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { Select } from '../../ui/select.js'
import { CodeBlock } from './code-block.js'
import type { StepProps } from './find-target.js'

interface Named {
  readonly id: number
  readonly name: string
}

interface NewInvitation {
  readonly id: number
  readonly email: string
  /** Absent when it was mailed. */
  readonly url?: string
}

/** Colleagues are invited, or this is left for later. */
export function PeopleStep({ target: { project, environment } }: StepProps) {
  const t = useTranslations('onboarding')
  const roles = useServiceData<{ readonly data: readonly Named[] }>(
    `/api/projects/${project.id}/roles`,
  )
  const [made, setMade] = useState<readonly NewInvitation[]>([])
  if (roles.error) return <ErrorView error={roles.error} onRetry={() => void roles.refetch()} />
  return (
    <>
      {roles.data ? (
        <InviteForm
          projectId={project.id}
          teamIds={environment.teams.map(({ id }) => id)}
          roles={roles.data.data}
          onMade={invitation => setMade(before => [invitation, ...before])}
        />
      ) : null}
      <div role="status" className="flex flex-col gap-3">
        {made.map(({ id, email, url }) =>
          url === undefined ? (
            <p key={id}>{t('mailed', { email })}</p>
          ) : (
            <CodeBlock key={id} title={email} hint={t('linkHint')} text={url} />
          ),
        )}
      </div>
      <p>
        <a
          href={formatAddress({
            project: String(project.id),
            environment: String(environment.id),
            screen: { kind: 'home' },
          })}
          className="inline-flex h-8 items-center rounded-control bg-accent px-3 text-form font-medium text-on-accent pointer-coarse:min-h-11"
        >
          {t('openData')}
        </a>
      </p>
    </>
  )
}

interface InviteFormProps {
  readonly projectId: number
  readonly teamIds: readonly number[]
  readonly roles: readonly Named[]
  readonly onMade: (invitation: NewInvitation) => void
}

function InviteForm({ projectId, teamIds, roles, onMade }: InviteFormProps) {
  const t = useTranslations('onboarding')
  const id = useId()
  const describe = useErrorText()
  const [email, setEmail] = useState('')
  const [roleId, setRoleId] = useState(String(roles[0]?.id ?? ''))
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const problems = problem === undefined ? [] : [problem]

  async function invite(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    setProblem(undefined)
    try {
      const body = { email, permissionLevel: 'user', roleId: Number(roleId), teamIds }
      onMade(await request('POST', `/api/projects/${projectId}/invitations`, body))
      setEmail('')
    } catch (error) {
      setProblem(describe(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={event => void invite(event)}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <p className="text-muted">{t('peopleHint')}</p>
      <Field id={id} label={t('email')} problems={problems}>
        <Input
          id={id}
          label={t('email')}
          type="email"
          aria-describedby={describeField(id, undefined, problems)}
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
      </Field>
      <Field id={`${id}-role`} label={t('role')} isGroup help={t('roleHint')} problems={[]}>
        <Select label={t('role')} value={roleId} onChange={setRoleId} isWide>
          {roles.map(role => (
            <option key={role.id} value={role.id}>
              {role.name}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <Button type="submit" size="form" disabled={email.trim() === '' || isSending}>
          {t('sendInvitation')}
        </Button>
      </div>
    </form>
  )
}
