import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import {
  type ProjectEnvironment,
  useProjectPath,
  useProjectPeople,
} from '../../../data/settings/use-rights.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { FormDialog } from '../parts/form-dialog.js'

interface Role {
  readonly id: number
  readonly name: string
}

/** A function that sends something about roles; roles and rights are read again then. */
function useRoleChange<A extends readonly unknown[], T>(
  send: (...args: A) => Promise<T>,
  gone?: string,
) {
  const project = useProjectPath()
  return useServiceChange(
    send,
    useMemo(() => [`${project}/roles`, `${project}/environments`], [project]),
    gone,
  )
}

interface RoleDialogProps {
  /** The role that gets another name; absent for a new one. */
  readonly role?: Role | undefined
  readonly onDone: (role: Role) => void
  readonly onClose: () => void
}

/** Makes a role, or gives it another name. */
export function RoleDialog({ role, onDone, onClose }: RoleDialogProps) {
  const t = useTranslations('roles')
  const roles = `${useProjectPath()}/roles`
  const [name, setName] = useState(role?.name ?? '')
  const send = useRoleChange(
    useCallback(
      (text: string) =>
        role
          ? request<Role>('PATCH', `${roles}/${role.id}`, { name: text })
          : request<Role>('POST', roles, { name: text }),
      [roles, role],
    ),
  )
  return (
    <FormDialog
      title={role ? t('renameTitle', { name: role.name }) : t('newTitle')}
      submitLabel={role ? t('rename') : t('create')}
      isComplete={name.trim() !== ''}
      onSubmit={async () => onDone(await send(name.trim()))}
      onClose={onClose}
    >
      <FormInput label={t('name')} value={name} maxLength={255} onChange={setName} />
      {role ? null : <p className="text-muted">{t('newHint')}</p>}
    </FormDialog>
  )
}

interface DeleteRoleDialogProps {
  readonly role: Role
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Deletes a role that nobody has. */
export function DeleteRoleDialog({ role, onDone, onClose }: DeleteRoleDialogProps) {
  const t = useTranslations('roles')
  const path = `${useProjectPath()}/roles/${role.id}`
  const people = useProjectPeople().data?.data ?? []
  const count = people.filter(person => person.role.id === role.id).length
  const send = useRoleChange(
    useCallback(() => request<void>('DELETE', path), [path]),
    path,
  )
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: role.name })}
      hint={count > 0 ? t('deleteUsed', { count }) : t('deleteHint')}
      confirmLabel={t('delete')}
      onConfirm={async () => {
        await send()
        onDone()
      }}
      onClose={onClose}
    />
  )
}

interface CopyDialogProps {
  readonly environment: ProjectEnvironment
  readonly environments: readonly ProjectEnvironment[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Copies the rights of all roles from another environment. */
export function CopyDialog({ environment, environments, onDone, onClose }: CopyDialogProps) {
  const t = useTranslations('roles')
  const path = `${useProjectPath()}/environments/${environment.id}/rights/copy`
  const others = environments.filter(({ id }) => id !== environment.id)
  const [from, setFrom] = useState('')
  const send = useRoleChange(
    useCallback((id: number) => request('POST', path, { fromEnvironmentId: id }), [path]),
  )
  return (
    <FormDialog
      title={t('copyTitle', { environment: environment.name })}
      submitLabel={t('copy')}
      look="danger"
      isComplete={from !== ''}
      onSubmit={async () => {
        await send(Number(from))
        onDone()
      }}
      onClose={onClose}
    >
      <FormSelect
        label={t('copyFrom')}
        value={from}
        noneLabel={t('choose')}
        options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setFrom}
      />
      <p className="text-muted">{t('copyHint', { environment: environment.name })}</p>
    </FormDialog>
  )
}
