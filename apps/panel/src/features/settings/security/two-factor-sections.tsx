import { KeyRound, Smartphone, TicketCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { describeDevice } from '../../../core/settings/describe-device.js'
import { formatDate } from '../../../core/text/format-date.js'
import {
  canMakePasskeys,
  type MadePasskey,
  makePasskey,
} from '../../../data/settings/make-passkey.js'
import {
  type AddedFactor,
  type Passkey,
  type TwoFactors,
  useFactorChange,
} from '../../../data/settings/use-two-factors.js'
import { useDateStyle } from '../../../data/use-date-style.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'
import { NewPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.js'
import { RecoveryCodesDialog } from './recovery-codes-dialog.js'
import { TotpDialog, type TotpKey } from './totp-dialog.js'
import { useConfirmed } from './use-confirmed.js'

/** What is open above the sections. */
type Opened =
  | { readonly kind: 'totp'; readonly made: TotpKey }
  | { readonly kind: 'removeTotp' }
  | { readonly kind: 'newPasskey'; readonly made: MadePasskey }
  | { readonly kind: 'renamePasskey'; readonly passkey: Passkey }
  | { readonly kind: 'removePasskey'; readonly passkey: Passkey }
  | { readonly kind: 'newCodes' }

interface TwoFactorSectionsProps {
  readonly factors: TwoFactors
  /** Called when the person has a second factor for the first time, and has seen the recovery codes. */
  readonly onFirst?: () => void
}

/** The second factors of the person, and all that can be done with them. */
export function TwoFactorSections({ factors, onFirst }: TwoFactorSectionsProps) {
  const t = useTranslations('security')
  const style = useDateStyle()
  const change = useFactorChange()
  const describeError = useErrorText()
  const { confirmed, dialog } = useConfirmed()
  const [opened, setOpened] = useState<Opened>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState<string>()
  const close = () => setOpened(undefined)
  const hasFactor = factors.totp !== null || factors.passkeys.length > 0
  const isLast = Number(factors.totp !== null) + factors.passkeys.length === 1

  const run = (work: () => Promise<void>) => () => {
    setProblem(undefined)
    work().catch(error => setProblem(describeError(error)))
  }
  const added = ({ recoveryCodes }: AddedFactor) => {
    if (recoveryCodes) setCodes(recoveryCodes)
    else onFirst?.()
  }
  const beginTotp = run(async () => {
    const made = await confirmed(() => change<TotpKey>('POST', 'two-factors/totp'))
    setOpened({ kind: 'totp', made })
  })
  const beginPasskey = run(async () => {
    const made = await confirmed(makePasskey)
    if (made) setOpened({ kind: 'newPasskey', made })
    else setProblem(t('passkeys.notMade'))
  })
  const lastHint = isLast ? ` ${t('removeLast')}` : ''

  return (
    <>
      <SettingsSection title={t('twoFactors.title')} hint={t('twoFactors.hint')}>
        {problem === undefined ? null : (
          <p role="alert" className="mb-3 wrap-anywhere text-danger">
            {problem}
          </p>
        )}
        <ul className="rounded-card border border-line">
          <Way
            icon={<Smartphone size={16} aria-hidden="true" />}
            title={t('totp.title')}
            hint={
              factors.totp
                ? t('since', {
                    date: formatDate(factors.totp.createdAt, style),
                  })
                : t('totp.hint')
            }
            isOn={factors.totp !== null}
          >
            {factors.totp ? (
              <Button onClick={() => setOpened({ kind: 'removeTotp' })}>{t('totp.remove')}</Button>
            ) : (
              <Button look={hasFactor ? 'secondary' : 'primary'} onClick={beginTotp}>
                {t('totp.setUp')}
              </Button>
            )}
          </Way>
          <Way
            icon={<KeyRound size={16} aria-hidden="true" />}
            title={t('passkeys.title')}
            hint={canMakePasskeys() ? t('passkeys.hint') : t('passkeys.unsupported')}
            isOn={factors.passkeys.length > 0}
          >
            <Button disabled={!canMakePasskeys()} onClick={beginPasskey}>
              {t('passkeys.add')}
            </Button>
          </Way>
          {hasFactor ? (
            <Way
              icon={<TicketCheck size={16} aria-hidden="true" />}
              title={t('recoveryCodes.title')}
              hint={t('recoveryCodes.left', { count: factors.recoveryCodesLeft })}
              isOn={factors.recoveryCodesLeft > 0}
            >
              <Button onClick={() => setOpened({ kind: 'newCodes' })}>
                {t('recoveryCodes.renew')}
              </Button>
            </Way>
          ) : null}
        </ul>
      </SettingsSection>
      {factors.passkeys.length > 0 ? (
        <SettingsSection title={t('passkeys.list')}>
          <SettingsTable
            label={t('passkeys.list')}
            columns={[
              { key: 'name', label: t('passkeys.name'), show: passkey => passkey.name },
              {
                key: 'created',
                label: t('passkeys.created'),
                isWideOnly: true,
                show: ({ createdAt }) => formatDate(createdAt, style),
              },
              {
                key: 'used',
                label: t('passkeys.lastUse'),
                show: ({ lastUsedAt }) =>
                  lastUsedAt === null ? t('passkeys.never') : formatDate(lastUsedAt, style),
              },
            ]}
            rows={factors.passkeys}
            getKey={({ id }) => id}
            empty={{ title: t('passkeys.none') }}
            buttons={{
              label: t('actions'),
              show: passkey => (
                <>
                  <Button
                    look="ghost"
                    onClick={() => setOpened({ kind: 'renamePasskey', passkey })}
                  >
                    {t('passkeys.rename')}
                  </Button>
                  <Button
                    look="ghost"
                    onClick={() => setOpened({ kind: 'removePasskey', passkey })}
                  >
                    {t('passkeys.remove')}
                  </Button>
                </>
              ),
            }}
          />
        </SettingsSection>
      ) : null}
      {opened?.kind === 'totp' ? (
        <TotpDialog made={opened.made} confirmed={confirmed} onAdded={added} onClose={close} />
      ) : null}
      {opened?.kind === 'newPasskey' ? (
        <NewPasskeyDialog
          made={opened.made}
          suggestedName={suggestName()}
          confirmed={confirmed}
          onAdded={added}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'renamePasskey' ? (
        <RenamePasskeyDialog passkey={opened.passkey} confirmed={confirmed} onClose={close} />
      ) : null}
      {opened?.kind === 'removeTotp' ? (
        <ConfirmDialog
          title={t('totp.removeTitle')}
          hint={t('totp.removeHint') + lastHint}
          confirmLabel={t('totp.remove')}
          onConfirm={() => confirmed(() => change('DELETE', 'two-factors/totp'))}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'removePasskey' ? (
        <ConfirmDialog
          title={t('passkeys.removeTitle', { name: opened.passkey.name })}
          hint={t('passkeys.removeHint') + lastHint}
          confirmLabel={t('passkeys.remove')}
          onConfirm={() => confirmed(() => change('DELETE', `passkeys/${opened.passkey.id}`))}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'newCodes' ? (
        <ConfirmDialog
          title={t('recoveryCodes.renewTitle')}
          hint={t('recoveryCodes.renewHint')}
          confirmLabel={t('recoveryCodes.renew')}
          onConfirm={async () => {
            const send = () =>
              change<{ readonly recoveryCodes: string[] }>('POST', 'recovery-codes')
            setCodes((await confirmed(send)).recoveryCodes)
          }}
          onClose={close}
        />
      ) : null}
      {codes ? (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            onFirst?.()
          }}
        />
      ) : null}
      {dialog}
    </>
  )
}

interface WayProps {
  readonly icon: ReactNode
  readonly title: string
  readonly hint: string
  readonly isOn: boolean
  readonly children: ReactNode
}

/** One way to prove a second factor. */
function Way({ icon, title, hint, isOn, children }: WayProps) {
  const t = useTranslations('security')
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line p-3 last:border-b-0">
      <span className="text-muted">{icon}</span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2 font-medium">
          {title}
          {isOn ? <Badge tone="success">{t('on')}</Badge> : null}
        </p>
        <p className="text-small text-muted">{hint}</p>
      </div>
      {children}
    </li>
  )
}

/** Such as "Chrome, macOS": the person knows where they are. */
function suggestName(): string {
  const { browser, system } = describeDevice(navigator.userAgent)
  return [browser, system].filter(Boolean).join(', ')
}
