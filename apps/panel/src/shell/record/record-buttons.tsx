import { Ellipsis, LockKeyhole, Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../ui/button.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { formatKeys } from '../format-keys.js'
import type { RecordView } from './use-record-view.js'

const RecordMenu = loadOnDemand('menu', () => import('./record-menu.js'))

interface RecordButtonsProps {
  readonly view: RecordView
  /** Without words, where there is little room. */
  readonly isCompact?: boolean
}

/** Edit, and a menu with what else can be done with a record. */
export function RecordButtons({ view, isCompact = false }: RecordButtonsProps) {
  const t = useTranslations('record')
  const { collection, record, error, mayEdit, editor, edit, tools } = view
  if (record === null || (error && !record)) return null
  // They have their places from the start: what is beside them does not move.
  const isReading = record === undefined
  const isReadOnly = !collection.rights.edit && !collection.rights.delete
  return (
    <>
      {mayEdit && !editor.state && isCompact ? (
        <IconButton
          label={t('edit')}
          data-tooltip-keys={formatKeys('e')}
          disabled={isReading}
          onClick={edit}
        >
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {mayEdit && !editor.state && !isCompact ? (
        <Button
          icon={<Pencil size={14} aria-hidden="true" />}
          keys={formatKeys('e')}
          disabled={isReading}
          onClick={edit}
        >
          {t('edit')}
        </Button>
      ) : null}
      {isReadOnly ? (
        <span
          data-tooltip={t('readOnlyHint')}
          className="inline-flex shrink-0 items-center gap-1 text-small text-muted"
        >
          <LockKeyhole size={12} aria-hidden="true" />
          {t('readOnly')}
        </span>
      ) : null}
      <RecordMenu
        tools={tools}
        trigger={
          <IconButton label={t('more')} disabled={isReading}>
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        }
      />
    </>
  )
}
