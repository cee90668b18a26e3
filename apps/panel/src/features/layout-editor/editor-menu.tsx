import { Copy, Download, History, RotateCcw, Upload } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { LayoutDraft } from '../../core/layout/layout-draft.js'
import { formatLayoutFile } from '../../core/layout/layout-file.js'
import { emptyLayout } from '../../core/layout/tidy-layout.js'
import { usePlace } from '../../data/place-context.js'
import { AnchoredMenu } from '../../ui/anchored-menu.js'
import { MenuItem, MenuSeparator } from '../../ui/menu.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import type { EditorDialog } from './editor-props.js'
import { edit } from './editor-store.js'

interface EditorMenuProps {
  readonly anchor: HTMLElement
  readonly draft: LayoutDraft
  readonly isChanged: boolean
  readonly onOpen: (dialog: EditorDialog) => void
  readonly onClose: () => void
}

/** History, copies and files of the layout. */
export function EditorMenu({ anchor, draft, isChanged, onOpen, onClose }: EditorMenuProps) {
  const t = useTranslations('layoutEditor.menu')
  const { environment, team } = usePlace().place
  const download = () => {
    const name = `layout ${environment.name} ${team.name}`
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, '-')
    const content = formatLayoutFile(draft.layout)
    saveBlob(new Blob([content], { type: 'application/json' }), `${name}.json`)
  }
  return (
    <AnchoredMenu anchor={anchor} label={t('title')} onClose={onClose}>
      <MenuItem icon={<History size={14} />} onSelect={() => onOpen('history')}>
        {t('history')}
      </MenuItem>
      <MenuItem icon={<Copy size={14} />} onSelect={() => onOpen('copy')}>
        {t('copy')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Download size={14} />} onSelect={download}>
        {t('export')}
      </MenuItem>
      <MenuItem icon={<Upload size={14} />} onSelect={() => onOpen('import')}>
        {t('import')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<RotateCcw size={14} />}
        isDisabled={!isChanged}
        onSelect={() => edit(() => draft.base.layout ?? emptyLayout)}
      >
        {t('discard')}
      </MenuItem>
    </AnchoredMenu>
  )
}
