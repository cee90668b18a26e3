import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import type { BulkEditProps } from './bulk-edit-drawer.js'

const BulkEditDrawer = lazyPart(() => import('./bulk-edit-drawer.js'))

/** Opens the drawer that changes the selected records. */
export function BulkEditButton(props: Omit<BulkEditProps, 'onClose'>) {
  const t = useTranslations('record')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<Pencil size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('edit')}
      </Button>
      {isOpen ? (
        <PopupLoader onCancel={close}>
          <BulkEditDrawer {...props} onClose={close} />
        </PopupLoader>
      ) : null}
    </>
  )
}
