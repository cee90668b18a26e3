import type { Boot } from '@service/protocol'
import { FolderX, LockKeyhole } from 'lucide-react'

import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'

import { useTranslations } from 'use-intl'
import { wizardPath } from '../core/onboarding/wizard-address.js'
import { formatAddress } from '../core/places/address.js'
import type { PlaceResult } from '../core/places/find-place.js'
import { formatPersonName } from '../core/text/format-person-name.js'
import { history } from '../data/history.js'
import { useServiceData } from '../data/settings/use-service.js'
import { getSignInPath } from '../data/sign-in-path.js'
import { Button } from '../ui/button.js'
import { Empty } from '../ui/empty.js'
import { ToastHost } from './toasts.js'
import { useLinks } from './use-links.js'
import { useSignOut } from './use-sign-out.js'

type Missing = Extract<PlaceResult, { kind: 'missing' }>
type Refused = Extract<PlaceResult, { kind: 'refused' }>

interface NoPlaceProps {
  readonly result: Missing | Refused
  readonly user: Boot['user']
  readonly Enrol: ComponentType<{ readonly projectName: string }>
  /** Further ways on. */
  readonly children: ReactNode
}

/** What is shown when the address leads to no place that the person can open: why, and where to go. */
export default function NoPlace({ result, user, Enrol, children }: NoPlaceProps) {
  const t = useTranslations()
  const signOut = useSignOut()
  useLinks()
  const isLed = useFirstRun(result)
  if (isLed) return null
  const name = formatPersonName(user)
  return (
    <main>
      {result.kind === 'missing' ? <MissingPlace result={result} email={user.email} /> : null}
      {result.kind === 'refused' && result.project.needsTwoFactors ? (
        <Enrol projectName={result.project.name} />
      ) : null}
      {result.kind === 'refused' && !result.project.needsTwoFactors ? (
        <RefusedPlace result={result} />
      ) : null}
      <Suspense>{children}</Suspense>
      <p className="flex flex-wrap items-center justify-center gap-2 px-4 text-center text-small text-muted">
        {t('placeChoice.signedInAs', {
          person: name === user.email ? name : `${name} (${user.email})`,
        })}
        <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button>
      </p>
      <ToastHost />
    </main>
  )
}

/** Leads an owner who has no project to the first step; true while that is being decided. */
function useFirstRun(result: Missing | Refused): boolean {
  const isNew = result.kind === 'missing' && result.what === 'project' && result.known.length === 0
  const { data, isPending } = useServiceData<{ readonly isOwner: boolean }>('/api/me', {
    isNeeded: isNew,
  })
  const isOwner = isNew && data?.isOwner === true
  useEffect(() => {
    if (isOwner) history.replace(wizardPath)
  }, [isOwner])
  return isNew && (isPending || isOwner)
}

function RefusedPlace({ result: { project, reason } }: { readonly result: Refused }) {
  const t = useTranslations('placeChoice')
  const target = `${getSignInPath()}&project=${encodeURIComponent(project.name)}`
  return (
    <Empty
      icon={<LockKeyhole size={18} aria-hidden="true" />}
      title={t('refused', { name: project.name })}
      hint={reason}
    >
      <a href={target} className="text-accent underline-offset-2 hover:underline">
        {t('signInTo', { name: project.name })}
      </a>
    </Empty>
  )
}

interface MissingPlaceProps {
  readonly result: Missing
  readonly email: string
}

function MissingPlace({ result, email }: MissingPlaceProps) {
  const t = useTranslations('placeChoice')
  const start = useTranslations('start')
  const { what, name, known, project } = result
  const isNone = name === undefined || known.length === 0
  const values = { project: project?.name ?? '', email }
  return (
    <Empty
      icon={<FolderX size={18} aria-hidden="true" />}
      title={isNone ? t(`none.${what}`, values) : t('missing', { what, name })}
      hint={isNone ? t(`noneHint.${what}`, values) : t('known')}
    >
      {project?.permissionLevel === 'admin' && isNone ? (
        <a href={wizardPath} className="text-accent hover:underline">
          {start('connectThis')}
        </a>
      ) : null}
      {known.map(({ label, names }) => {
        const address = formatAddress({ ...names, screen: { kind: 'home' } })
        return (
          <a key={address} href={address} className="text-accent hover:underline">
            {label}
          </a>
        )
      })}
    </Empty>
  )
}
