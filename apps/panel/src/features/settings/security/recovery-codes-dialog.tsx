import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.js'
import { copyText } from '../../../ui/copy-text.js'
import { Dialog } from '../../../ui/dialog.js'
import { saveBlob } from '../../../widgets/file/save-blob.js'

const fileName = 'service-recovery-codes.txt'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Recovery codes, once: they are copied or stored as a file now, or made anew later. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useTranslations('security.recoveryCodes')
  const [isCopied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} closeLabel={t('done')}>
      <div className="flex flex-col gap-4 p-4">
        <p>{t('shownOnce')}</p>
        <ul
          data-secret=""
          aria-label={t('title')}
          className="grid gap-x-6 gap-y-1 rounded-card border border-warning bg-warning-bg p-3 font-mono text-small text-text select-all"
        >
          {codes.map(code => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button
            size="form"
            onClick={() => void copyText(text).then(setCopied)}
            icon={
              isCopied ? (
                <Check size={14} aria-hidden="true" />
              ) : (
                <Copy size={14} aria-hidden="true" />
              )
            }
          >
            {isCopied ? t('copied') : t('copy')}
          </Button>
          <Button
            size="form"
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), fileName)}
          >
            {t('download')}
          </Button>
        </div>
      </div>
      <footer className="flex justify-end border-t border-line px-4 py-3">
        <Button size="form" look="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </footer>
    </Dialog>
  )
}
