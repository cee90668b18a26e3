import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { Button } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { type PanelCommand, useCommands } from '../commands.js'

const ImportDrawer = lazyPart(() => import('./import-drawer.js'))

/** Opens the import of a file, by the button or the palette; absent for those who may not create records. */
export function ImportButton({ collection }: { readonly collection: CollectionModel }) {
  const t = useTranslations('list')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const mayImport = collection.rights.add
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        mayImport
          ? [{ id: 'list import', title: t('import'), group: 'list', run: () => setOpen(true) }]
          : [],
      [mayImport, t],
    ),
  )
  if (!mayImport) return null
  return (
    <>
      <Button
        look="ghost"
        icon={<Download size={12} aria-hidden="true" className="rotate-180" />}
        aria-label={t('import')}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <PopupLoader onCancel={close}>
          <ImportDrawer collection={collection} onClose={close} />
        </PopupLoader>
      ) : null}
    </>
  )
}
