import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MadePasskey } from '../../../data/settings/make-passkey.js'
import {
  type AddedFactor,
  type Passkey,
  useFactorChange,
} from '../../../data/settings/use-two-factors.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'

type Confirmed = <T>(send: () => Promise<T>) => Promise<T>

interface NewPasskeyDialogProps {
  readonly made: MadePasskey
  /** A name that says where the passkey is. */
  readonly suggestedName: string
  readonly confirmed: Confirmed
  readonly onAdded: (added: AddedFactor) => void
  readonly onClose: () => void
}

/** Names a passkey that the browser has made, and adds it. */
export function NewPasskeyDialog(props: NewPasskeyDialogProps) {
  const { made, suggestedName, confirmed, onAdded, onClose } = props
  const t = useTranslations('security.passkeys')
  const change = useFactorChange()
  const [name, setName] = useState(suggestedName)
  return (
    <FormDialog
      title={t('nameTitle')}
      submitLabel={t('add')}
      isComplete={name.trim() !== ''}
      onSubmit={async () => {
        const send = () => change<AddedFactor>('POST', 'passkeys', { ...made, name })
        onAdded(await confirmed(send))
      }}
      onClose={onClose}
    >
      <p>{t('nameHint')}</p>
      <FormInput label={t('name')} maxLength={100} value={name} onChange={setName} />
    </FormDialog>
  )
}

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey
  readonly confirmed: Confirmed
  readonly onClose: () => void
}

export function RenamePasskeyDialog({ passkey, confirmed, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations('security.passkeys')
  const change = useFactorChange()
  const [name, setName] = useState(passkey.name)
  return (
    <FormDialog
      title={t('renameTitle')}
      submitLabel={t('rename')}
      isComplete={name.trim() !== ''}
      onSubmit={() => confirmed(() => change('PATCH', `passkeys/${passkey.id}`, { name }))}
      onClose={onClose}
    >
      <FormInput label={t('name')} maxLength={100} value={name} onChange={setName} />
    </FormDialog>
  )
}
