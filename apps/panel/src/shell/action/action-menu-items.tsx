import { Play } from 'lucide-react'
import type { ListSource } from '../../core/list/list-request.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { listActions } from '../../core/schema/list-actions.js'
import { MenuItem, MenuSeparator } from '../../ui/menu.js'
import { useActionRunner } from './action-runner.js'

interface ActionMenuItemsProps {
  readonly source: ListSource
  readonly record: PanelRecord
}

/** The actions of a record of a list, in its menu. */
export function ActionMenuItems({ source, record }: ActionMenuItemsProps) {
  const runner = useActionRunner()
  const { collection, parent } = source
  const { primary, others } = listActions(collection, 'record')
  const titles = [getRecordTitle(record, collection)]
  if (primary.length + others.length === 0) return null
  return (
    <>
      <MenuSeparator />
      {[...primary, ...others].map(action => (
        <MenuItem
          key={action.id}
          icon={<Play size={14} />}
          onSelect={() =>
            runner.open({ collection, action, selection: { ids: [record.id] }, titles, parent })
          }
        >
          {action.name}
        </MenuItem>
      ))}
    </>
  )
}
