import { CopyPlus, FileJson, Link2, Terminal, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js'
import type { PopupProps } from '../../ui/on-demand.js'
import type { RecordTools } from './use-record-tools.js'

interface RecordMenuProps extends PopupProps {
  readonly tools: RecordTools
}

/** What else can be done with a record. */
export default function RecordMenu({ trigger, tools }: RecordMenuProps) {
  const t = useTranslations('record')
  return (
    <Menu align="end" trigger={trigger}>
      {tools.duplicate ? (
        <MenuItem icon={<CopyPlus size={14} aria-hidden="true" />} onSelect={tools.duplicate}>
          {t('duplicate')}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Link2 size={14} aria-hidden="true" />} onSelect={tools.copyLink}>
        {t('copyLink')}
      </MenuItem>
      {tools.copyJson ? (
        <MenuItem icon={<FileJson size={14} aria-hidden="true" />} onSelect={tools.copyJson}>
          {t('copyJson')}
        </MenuItem>
      ) : null}
      {tools.copyCurl ? (
        <MenuItem icon={<Terminal size={14} aria-hidden="true" />} onSelect={tools.copyCurl}>
          {t('copyCurl')}
        </MenuItem>
      ) : null}
      {tools.remove ? (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={14} aria-hidden="true" />} onSelect={tools.remove}>
            {t('deleteEllipsis')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
