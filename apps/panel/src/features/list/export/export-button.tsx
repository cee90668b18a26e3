import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { emptySelection } from '../../../core/list/selection.js'
import { Button } from '../../../ui/button.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { PopupLoader } from '../../../ui/popup-loader.js'
import type { ExportProps } from './export-props.js'

const ExportDialog = lazyPart(() => import('./export-dialog.js'))

/** Opens the dialog that exports a list, or what is selected in it. */
export function ExportButton(props: ExportProps) {
  const t = useTranslations('list')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isInBar = props.selection !== undefined
  return (
    <>
      <Button
        look={isInBar ? 'secondary' : 'ghost'}
        icon={<Download size={isInBar ? 14 : 12} aria-hidden="true" />}
        aria-label={t('exportCsv')}
        onClick={() => setOpen(true)}
      >
        {isInBar ? t('csv') : <span className="text-small font-normal">{t('csv')}</span>}
      </Button>
      {isOpen ? (
        <PopupLoader onCancel={close}>
          <ExportDialog {...props} selection={props.selection ?? emptySelection} onClose={close} />
        </PopupLoader>
      ) : null}
    </>
  )
}
