import { Maximize2, PanelRight, Trash2, Unlink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import type { RelatedTab } from '../../core/record/related.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import { ActionMenuItems } from '../../shell/action/action-menu-items.js'
import { formatKeys } from '../../shell/format-keys.js'
import { AnchoredMenu } from '../../ui/anchored-menu.js'
import { MenuItem, MenuSeparator } from '../../ui/menu.js'
import type { MenuAnchor } from '../../ui/table/table-row.js'
import type { RelatedChanges } from './use-related-changes.js'

interface RelatedMenuProps {
  readonly tab: RelatedTab
  readonly record: PanelRecord
  readonly anchor: MenuAnchor
  readonly changes: RelatedChanges
  readonly onPeek: (id: string) => void
  readonly onClose: () => void
}

/** What can be done with a record of a related list. */
export default function RelatedMenu(props: RelatedMenuProps) {
  const { tab, record, anchor, changes, onPeek, onClose } = props
  const t = useTranslations('record')
  const g = useTranslations('grid')
  const { names } = usePlace()
  const { collection } = tab.source
  const { id } = record
  const title = getRecordTitle(record, collection)
  const chosen = {
    attributes: { ids: [id], all_records: false },
    count: 1,
    titles: [title],
  } as const
  const screen = { kind: 'record', collection: collection.name, id } as const
  return (
    <AnchoredMenu anchor={anchor} label={g('rowMenu', { title })} onClose={onClose}>
      <MenuItem
        icon={<PanelRight size={14} />}
        keys={formatKeys('space')}
        onSelect={() => onPeek(id)}
      >
        {g('peek')}
      </MenuItem>
      <MenuItem
        icon={<Maximize2 size={14} />}
        onSelect={() => history.push(formatAddress({ ...names, screen }))}
      >
        {g('open')}
      </MenuItem>
      <ActionMenuItems source={tab.source} record={record} />
      {tab.removal !== 'none' || collection.rights.delete ? <MenuSeparator /> : null}
      {tab.removal === 'unlink' ? (
        <MenuItem icon={<Unlink size={14} />} onSelect={() => void changes.remove(chosen)}>
          {t('removeFrom')}
        </MenuItem>
      ) : null}
      {collection.rights.delete ? (
        <MenuItem
          isDanger
          icon={<Trash2 size={14} />}
          onSelect={() => changes.deleteRecords(chosen)}
        >
          {tab.removal === 'delete' ? t('deleteInstead') : t('deleteEllipsis')}
        </MenuItem>
      ) : null}
    </AnchoredMenu>
  )
}
