import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ShownOnce } from '../parts/shown-once.js'

interface ResetLinkProps {
  readonly person: { readonly id: number; readonly email: string }
}

interface PasswordLink {
  readonly url: string
  readonly expiresAt: string
}

/** A button that makes a link with which a person sets a new password, and shows it once. */
export default function ResetLink({ person }: ResetLinkProps) {
  const t = useTranslations('resetLink')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<KeyRound size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('make')}
      </Button>
      {isOpen ? <LinkDialog person={person} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function LinkDialog({ person, onClose }: ResetLinkProps & { readonly onClose: () => void }) {
  const t = useTranslations('resetLink')
  const app = useTranslations('app')
  const { project } = usePlace().place
  const describeError = useErrorText()
  const [link, setLink] = useState<PasswordLink>()
  const [problem, setProblem] = useState<string>()
  const [isMaking, setMaking] = useState(false)

  async function make() {
    setMaking(true)
    setProblem(undefined)
    try {
      setLink(
        await request('POST', `/api/projects/${project.id}/people/${person.id}/password-link`),
      )
    } catch (error) {
      setProblem(describeError(error))
    }
    setMaking(false)
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('title')} closeLabel={app('close')} shape="centre">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        <p className="wrap-anywhere">{t('hint', { email: person.email })}</p>
        <p className="text-muted">{t('effect')}</p>
        {link ? <ShownOnce label={t('link')} hint={t('giveLink')} value={link.url} /> : null}
        {problem === undefined ? null : (
          <p role="alert" className="wrap-anywhere text-danger">
            {problem}
          </p>
        )}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" onClick={onClose}>
          {app('close')}
        </Button>
        {link ? null : (
          <Button size="form" look="primary" disabled={isMaking} onClick={() => void make()}>
            {t('make')}
          </Button>
        )}
      </footer>
    </Dialog>
  )
}
