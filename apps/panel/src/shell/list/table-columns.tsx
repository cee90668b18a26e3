import type { LayoutSort } from '@service/protocol'
import type { ReactNode } from 'react'
import { isColumnPinned } from '../../core/list/columns.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type {
  CollectionModel,
  Collections,
  ColumnChoice,
  FieldModel,
} from '../../core/schema/collection-model.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import type { TableColumn } from '../../ui/table/table-column.js'
import { RecordLink } from '../../widgets/record-link.js'
import {
  isEndAligned,
  renderField,
  ShowField,
  type ShowFieldProps,
} from '../../widgets/show-value.js'

interface ColumnOptions {
  readonly columns: readonly ColumnChoice[]
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly sort: readonly LayoutSort[]
  readonly search: string
  readonly onSort: (field: string) => void
  /** Absent where columns cannot be changed. */
  readonly onResize?: (field: string, width: number) => void
  readonly onMenu?: (field: string, anchor: HTMLElement) => void
}

/** A column that can also be shown where links and buttons cannot be. */
export interface ListColumn extends TableColumn<PanelRecord> {
  readonly renderPlain: (record: PanelRecord) => ReactNode
}

type RenderField = (props: ShowFieldProps) => ReactNode

const renderGuarded: RenderField = props => <ShowField {...props} />

/** The columns of a list as the table draws them. The first one is pinned and is the link. */
export function buildColumns(options: ColumnOptions): ListColumn[] {
  const { columns, collections, collection, sort, search, onSort, onResize, onMenu } = options
  return columns.flatMap(({ field: path, width }, index) => {
    const found = findField(collections, collection, path)
    if (!found) return []
    const { field, relations } = found
    const current = sort.find(each => each.field === path)
    const isFirst = index === 0
    const show = (record: PanelRecord, isPlain: boolean, render: RenderField) => {
      const owner = relations.reduce<PanelRecord | null | undefined>(
        (parent, relation) => parent?.related[relation.name],
        record,
      )
      if (!owner) return null
      return render({ record: owner, field, collections, isPlain, search, isInTable: true })
    }
    const fillCell = (record: PanelRecord, render: RenderField) => {
      const value = show(record, isFirst, render)
      if (!isFirst || field.kind !== 'column') return value
      return (
        <RecordLink
          collection={collection.name}
          id={record.id}
          tabIndex={-1}
          data-opens-peek=""
          className="flex min-w-0 items-center hover:text-accent"
        >
          {value}
        </RecordLink>
      )
    }
    return [
      {
        id: path,
        label: formatPath(found),
        width: width ?? guessWidth(field, isFirst),
        isEndAligned: isEndAligned(field),
        isPinned: isColumnPinned(columns, path),
        sort: current && (current.isDescending ? 'descending' : 'ascending'),
        onSort: field.isSortable ? () => onSort(path) : undefined,
        onResize: onResize && ((next: number) => onResize(path, next)),
        onMenu: onMenu && ((anchor: HTMLElement) => onMenu(path, anchor)),
        render: (record: PanelRecord) => fillCell(record, renderField),
        renderGuarded: (record: PanelRecord) => fillCell(record, renderGuarded),
        renderPlain: (record: PanelRecord) => show(record, true, renderGuarded),
      },
    ]
  })
}

const widths: Readonly<Record<string, number>> = {
  badge: 128,
  boolean: 96,
  date: 184,
  day: 120,
  email: 224,
  image: 72,
  json: 96,
  link: 200,
  money: 128,
  number: 112,
  percentage: 104,
  time: 104,
  uuid: 120,
}

function guessWidth({ show, kind }: FieldModel, isFirst: boolean): number {
  if (kind === 'to-one') return 184
  const width = widths[show.name] ?? 200
  return isFirst ? Math.max(width, 168) : width
}
