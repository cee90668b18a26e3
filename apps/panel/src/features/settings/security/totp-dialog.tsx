import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type AddedFactor, useFactorChange } from '../../../data/settings/use-two-factors.js'
import { FormInput } from '../../../ui/form-input.js'
import { QrCode } from '../../../ui/qr-code.js'
import { CopyButton } from '../../../widgets/copy-button.js'
import { FormDialog } from '../parts/form-dialog.js'

/** A key that the service made for an authenticator app. */
export interface TotpKey {
  readonly key: string
  readonly uri: string
}

interface TotpDialogProps {
  readonly made: TotpKey
  readonly confirmed: <T>(send: () => Promise<T>) => Promise<T>
  readonly onAdded: (added: AddedFactor) => void
  readonly onClose: () => void
}

/** Shows the key to the app of the person, and takes the first code that the app makes of it. */
export function TotpDialog({ made, confirmed, onAdded, onClose }: TotpDialogProps) {
  const t = useTranslations('security.totp')
  const change = useFactorChange()
  const [code, setCode] = useState('')
  const digits = code.replace(/\D/g, '')
  return (
    <FormDialog
      title={t('dialog')}
      submitLabel={t('submit')}
      isComplete={digits.length === 6}
      onSubmit={async () => {
        const send = () => change<AddedFactor>('POST', 'two-factors/totp/confirm', { code: digits })
        onAdded(await confirmed(send))
      }}
      onClose={onClose}
    >
      <p>{t('scan')}</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={made.uri} label={t('qrCode')} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-small font-medium text-muted">{t('key')}</p>
          <p data-secret="" className="font-mono wrap-anywhere select-all">
            {made.key.replace(/.{4}(?=.)/g, '$& ')}
          </p>
          <CopyButton getText={() => made.key} />
        </div>
      </div>
      <FormInput
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={setCode}
      />
    </FormDialog>
  )
}
