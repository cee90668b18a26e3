import {
  Copy,
  ExternalLink,
  Fingerprint,
  Link,
  Maximize2,
  PanelRight,
  Pencil,
  Trash2,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { usePlace } from '../../data/place-context.js'
import { ActionMenuItems } from '../../shell/action/action-menu-items.js'
import { formatKeys } from '../../shell/format-keys.js'
import { AnchoredMenu } from '../../ui/anchored-menu.js'
import { MenuItem, MenuSeparator } from '../../ui/menu.js'
import { useDeletion } from './use-deletion.js'
import type { List, ListSubject, RowMenuOpening } from './use-list.js'
import { useRowTools } from './use-row-tools.js'

interface RowMenuProps extends ListSubject, RowMenuOpening {
  readonly list: List
  readonly onClose: () => void
}

/** What can be done with a record of the list. */
export default function RowMenu({ list, record, anchor, onClose, ...subject }: RowMenuProps) {
  const t = useTranslations('grid')
  const { names } = usePlace()
  const tools = useRowTools(subject, list)
  const deleteRecords = useDeletion(subject, list)
  const { collection } = subject
  const { rights } = collection
  const title = getRecordTitle(record, collection)
  const screen = { kind: 'record', collection: collection.name, id: record.id } as const
  const path = formatAddress({ ...names, screen })
  return (
    <AnchoredMenu anchor={anchor} label={t('rowMenu', { title })} onClose={onClose}>
      <MenuItem
        icon={<PanelRight size={14} />}
        keys={formatKeys('space')}
        onSelect={() => list.actions.peek(record.id)}
      >
        {t('peek')}
      </MenuItem>
      <MenuItem
        icon={<Maximize2 size={14} />}
        keys={formatKeys('o')}
        onSelect={() => list.actions.openPage(record.id)}
      >
        {t('open')}
      </MenuItem>
      <MenuItem
        icon={<ExternalLink size={14} />}
        keys={formatKeys('mod+enter')}
        onSelect={() => window.open(path, '_blank', 'noopener')}
      >
        {t('openTab')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Link size={14} />}
        onSelect={() => void tools.copy(new URL(path, location.href).href, t('linkCopied'))}
      >
        {t('copyLink')}
      </MenuItem>
      <MenuItem
        icon={<Fingerprint size={14} />}
        onSelect={() => void tools.copy(record.id, t('idCopied', { id: record.id }))}
      >
        {t('copyId')}
      </MenuItem>
      {rights.edit || rights.add ? <MenuSeparator /> : null}
      {rights.edit ? (
        <MenuItem icon={<Pencil size={14} />} onSelect={() => void tools.edit(record.id)}>
          {t('edit')}
        </MenuItem>
      ) : null}
      {rights.add ? (
        <MenuItem icon={<Copy size={14} />} onSelect={() => void tools.duplicate(record.id)}>
          {t('duplicate')}
        </MenuItem>
      ) : null}
      <ActionMenuItems source={{ collection }} record={record} />
      {rights.delete ? (
        <>
          <MenuSeparator />
          <MenuItem
            isDanger
            icon={<Trash2 size={14} />}
            onSelect={() => deleteRecords({ kind: 'some', ids: new Set([record.id]) })}
          >
            {t('delete')}
          </MenuItem>
        </>
      ) : null}
    </AnchoredMenu>
  )
}
