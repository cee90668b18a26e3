import { ownValue } from '@service/base'
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { ChevronRight, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import {
  type EditedCollection,
  followDefault,
  setCollectionRight,
  setDefaultRight,
} from '../../../core/rights/edit-rights.js'
import { getCellKey, type RightsCell } from '../../../core/rights/rights-cells.js'
import {
  type RightName,
  type RightsDocument,
  readActionRights,
  readCollectionRights,
  rightNames,
} from '../../../core/rights/rights-document.js'
import type { UploadedCollection } from '../../../core/rights/uploaded-schema.js'
import { IconButton } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { Checkbox } from '../../../ui/checkbox.js'

/** What a role may do with a collection, or with those that have no rights of their own. */
export interface MatrixRow {
  readonly key: string
  /** The collection, or the role where the collection is the same in every row. */
  readonly title: string
  readonly roleId: number
  readonly rights: RightsDocument
  /** Absent for the default. */
  readonly collection?: UploadedCollection
  /** Keys of the cells that differ from what is stored. */
  readonly changed: ReadonlySet<string>
}

export type EditRights = (roleId: number, edit: (rights: RightsDocument) => RightsDocument) => void

interface RightsMatrixProps {
  readonly label: string
  /** What the rows are: collections or roles. */
  readonly head: string
  readonly rows: readonly MatrixRow[]
  /** Shown beside each cell, to compare. */
  readonly compared?: { readonly name: string; readonly rights: RightsDocument } | undefined
  readonly onEdit: EditRights
  readonly onOpen: (row: MatrixRow) => void
}

const rowHeight = 37

/** Rights as rows and columns. Of thousands of cells, those on the screen are in the document. */
export function RightsMatrix(props: RightsMatrixProps) {
  const { label, head, rows, compared, onEdit, onOpen } = props
  const t = useTranslations('roles')
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.key ?? index,
    overscan: 10,
  })
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="relative max-h-[65dvh] overflow-auto rounded-card border border-line -outline-offset-2"
    >
      <table aria-rowcount={rows.length + 1} className="w-full min-w-[860px] border-collapse">
        <thead className="sticky top-0 z-20 bg-sunken">
          <tr aria-rowindex={1} className="text-small text-muted">
            <th
              scope="col"
              className="sticky left-0 z-10 w-60 bg-sunken px-3 py-1.5 text-left font-medium max-sm:w-36 max-sm:px-2"
            >
              {head}
            </th>
            {rightNames.map(name => (
              <th key={name} scope="col" className="w-18 px-1 py-1.5 text-center font-medium">
                {t(`right.${name}`)}
              </th>
            ))}
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {t('fields')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {t('actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <tr style={{ height: before }} /> : null}
          {items.flatMap(({ index, key }) => {
            const row = rows[index]
            if (!row) return []
            return [
              <Row
                key={key}
                index={index}
                row={row}
                compared={compared}
                onEdit={onEdit}
                onOpen={onOpen}
              />,
            ]
          })}
          {after > 0 ? <tr style={{ height: after }} /> : null}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps extends Pick<RightsMatrixProps, 'compared' | 'onEdit' | 'onOpen'> {
  readonly index: number
  readonly row: MatrixRow
}

function Row({ index, row, compared, onEdit, onOpen }: RowProps) {
  const t = useTranslations('roles')
  const { collection, rights, roleId, title } = row
  const isOwn = collection !== undefined && readCollectionRights(rights, collection.name).isOwn
  const summarise = useSummaries()
  return (
    <tr
      aria-rowindex={index + 2}
      className={clsx('group border-t border-line', collection ? 'hover:bg-hover' : 'bg-sunken')}
      style={{ height: rowHeight }}
    >
      <th
        scope="row"
        className={clsx(
          'sticky left-0 z-10 max-w-60 px-3 text-left font-normal max-sm:max-w-36 max-sm:px-2',
          collection ? 'bg-surface group-hover:bg-hover' : 'bg-sunken',
        )}
      >
        <span className="flex min-w-0 items-center gap-1.5">
          {collection ? (
            <button
              type="button"
              onClick={() => onOpen(row)}
              className="flex min-h-6 min-w-0 items-center gap-1 rounded-control text-left hover:underline pointer-coarse:min-h-11"
            >
              <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-faint" />
              <span className={clsx('truncate', isOwn && 'font-medium')}>{title}</span>
            </button>
          ) : (
            <span className="truncate font-medium" title={t('defaultHint')}>
              {title}
            </span>
          )}
          {isOwn ? (
            <span className="ml-auto">
              <IconButton
                label={t('follow', { name: title })}
                onClick={() => onEdit(roleId, current => followDefault(current, collection.name))}
              >
                <Undo2 size={14} aria-hidden="true" />
              </IconButton>
            </span>
          ) : null}
        </span>
      </th>
      {rightNames.map(name => (
        <RightCell key={name} name={name} row={row} compared={compared} onEdit={onEdit} />
      ))}
      <td className="px-3 whitespace-nowrap text-muted">
        {collection ? (
          <Summary
            describe={summarise.describeFields}
            collection={collection}
            rights={rights}
            compared={compared}
          />
        ) : null}
      </td>
      <td className="px-3 whitespace-nowrap text-muted">
        {collection ? (
          <Summary
            describe={summarise.describeActions}
            collection={collection}
            rights={rights}
            compared={compared}
          />
        ) : (
          <CheckField
            label={t('runAll')}
            isChecked={rights.defaults.trigger === true}
            onChange={isChecked =>
              onEdit(roleId, current => setDefaultRight(current, 'trigger', isChecked))
            }
          />
        )}
      </td>
    </tr>
  )
}

interface RightCellProps extends Pick<RightsMatrixProps, 'compared' | 'onEdit'> {
  readonly name: RightName
  readonly row: MatrixRow
}

function RightCell({ name, row, compared, onEdit }: RightCellProps) {
  const t = useTranslations('roles')
  const { collection, rights, roleId, title, changed } = row
  const { isOwn, isAllowed } = readCell(rights, collection, name)
  const isChanged = changed.has(getCellKey(getCell(collection, name)))
  const isDifferent = isOwn && isAllowed !== rights.defaults[name]
  const other = compared && readCell(compared.rights, collection, name).isAllowed
  const isUnequal = other !== undefined && other !== isAllowed
  const edit = (isChecked: boolean) => (current: RightsDocument) =>
    collection
      ? setCollectionRight(current, toEdited(collection), name, isChecked)
      : setDefaultRight(current, name, isChecked)
  return (
    <td className={clsx('text-center', isChanged ? 'bg-warning-bg' : isUnequal && 'bg-info-bg')}>
      <span className="inline-flex items-center gap-2.5 align-middle">
        <span
          className={clsx(
            'relative inline-flex',
            collection && !isOwn && !isChanged && 'opacity-60',
          )}
        >
          <Checkbox
            label={t('cell', { name: title, right: t(`right.${name}`) })}
            isChecked={isAllowed}
            onChange={({ isChecked }) => onEdit(roleId, edit(isChecked))}
          />
          {isDifferent ? (
            <span
              title={t('differs')}
              className="absolute -top-1 -right-2 font-semibold text-accent"
              aria-hidden="true"
            >
              *
            </span>
          ) : null}
        </span>
        {compared && other !== undefined ? (
          <span className={clsx('text-small', isUnequal ? 'text-info' : 'text-muted')}>
            <span className="sr-only">{`${compared.name}: `}</span>
            {t(other ? 'yes' : 'no')}
          </span>
        ) : null}
      </span>
    </td>
  )
}

/** A right on a collection, or of the default. */
function readCell(
  rights: RightsDocument,
  collection: UploadedCollection | undefined,
  name: RightName,
) {
  if (!collection) return { isOwn: false, isAllowed: rights.defaults[name] === true }
  const read = readCollectionRights(rights, collection.name)
  return { isOwn: read.isOwn, isAllowed: read.rights[name] === true }
}

const getCell = (collection: UploadedCollection | undefined, name: RightName): RightsCell =>
  collection ? { kind: 'collection', collection: collection.name, name } : { kind: 'default', name }

/** A collection with the names of its actions. */
export const toEdited = ({ name, actions }: UploadedCollection): EditedCollection => ({
  name,
  actions: actions.map(action => action.name),
})

type Describe = (rights: RightsDocument, collection: UploadedCollection) => string

interface SummaryProps extends Pick<RightsMatrixProps, 'compared'> {
  readonly describe: Describe
  readonly rights: RightsDocument
  readonly collection: UploadedCollection
}

/** A few words about fields or actions, and those about the other role where they differ. */
function Summary({ describe, rights, collection, compared }: SummaryProps) {
  const text = describe(rights, collection)
  const other = compared && describe(compared.rights, collection)
  if (!compared || other === text) return text
  return (
    <>
      {text}
      <span className="ml-2 rounded-control bg-info-bg px-1.5 text-info">
        {`${compared.name}: ${other}`}
      </span>
    </>
  )
}

function useSummaries(): Readonly<Record<'describeFields' | 'describeActions', Describe>> {
  const t = useTranslations('roles')
  return {
    describeFields(rights, { name }) {
      const own = Object.values(ownValue(rights.collections, name)?.fields ?? {})
      const hidden = own.filter(({ read }) => !read).length
      const locked = own.filter(({ read, edit }) => read && !edit).length
      if (hidden + locked === 0) return t('allFields')
      return [
        ...(hidden > 0 ? [t('hiddenFields', { count: hidden })] : []),
        ...(locked > 0 ? [t('lockedFields', { count: locked })] : []),
      ].join(', ')
    },
    describeActions(rights, { name, actions }) {
      if (actions.length === 0) return '–'
      const allowed = actions
        .map(action => readActionRights(rights, name, action.name))
        .filter(({ trigger }) => trigger)
      const approved = allowed.filter(({ requireApproval }) => requireApproval).length
      return [
        t('allowedActions', { count: allowed.length, all: actions.length }),
        ...(approved > 0 ? [t('approvedActions', { count: approved })] : []),
      ].join(', ')
    },
  }
}
