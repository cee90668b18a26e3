import type { BootProject } from '@service/protocol'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.js'
import { SsoArea } from './sso-area.js'

/** Lets admins whom their own project refuses mend its single sign-on, with a session by password. */
export default function SsoRepair({ project }: { readonly project: BootProject }) {
  const t = useTranslations('sso')
  const [isOpen, setOpen] = useState(false)
  if (project.permissionLevel !== 'admin') return null
  return (
    <section aria-label={t('repair')} className="mx-auto mb-8 max-w-[672px] px-4">
      {isOpen ? (
        <SsoArea project={project} isRepair onStored={() => window.location.reload()} />
      ) : (
        <p className="flex flex-col items-center gap-2 text-center text-muted">
          {t('repairHint')}
          <Button onClick={() => setOpen(true)}>{t('repair')}</Button>
        </p>
      )}
    </section>
  )
}
