import { stringifyExactJson } from '@service/base'
import { clsx } from 'clsx'
import { ChevronRight, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  buildMiniTable,
  type JsonRow,
  jsonStep,
  listJsonRows,
  type MiniTable,
  openFirst,
} from '../../core/record/json-tree.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../copy-button.js'
import { saveBlob } from '../file/save-blob.js'

interface JsonViewProps {
  readonly value: object
  readonly label: string
}

/** A JSON value to look into. Lists of like objects are a table. */
export default function JsonView({ value, label }: JsonViewProps) {
  const t = useTranslations('values')
  const table = useMemo(() => buildMiniTable(value), [value])
  const [isTree, setTree] = useState(table === undefined)
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      {table && !isTree ? (
        <JsonTable table={table} label={label} />
      ) : (
        <JsonTree value={value} label={label} />
      )}
      <div className="flex flex-wrap gap-1">
        {table ? (
          <Button look="ghost" onClick={() => setTree(!isTree)}>
            {isTree ? t('asTable') : t('asTree')}
          </Button>
        ) : null}
        <CopyJson value={value} label={label} />
      </div>
    </div>
  )
}

/** The text is only made when somebody asks for it. */
function CopyJson({ value, label }: JsonViewProps) {
  const t = useTranslations('values')
  const format = () => stringifyExactJson(value, 2) ?? ''
  return (
    <>
      <CopyButton getText={format} />
      <Button
        look="ghost"
        icon={<Download size={14} aria-hidden="true" />}
        onClick={() =>
          saveBlob(new Blob([format()], { type: 'application/json' }), `${label}.json`)
        }
      >
        {t('download')}
      </Button>
    </>
  )
}

function JsonTable({ table, label }: { readonly table: MiniTable; readonly label: string }) {
  const t = useTranslations('values')
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="relative max-w-full overflow-x-auto rounded-control border border-line"
    >
      <table className="text-small">
        <thead className="bg-sunken text-muted">
          <tr>
            {table.columns.map(column => (
              <th key={column} scope="col" className="px-2 py-1 text-left font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...table.rows.entries()].map(([index, row]) => (
            <tr key={index} className="border-t border-line">
              {table.columns.map(column => (
                <td
                  key={column}
                  title={shortenText(row[column])}
                  className="max-w-60 truncate px-2 py-1"
                >
                  <Scalar value={row[column]} isOnOneLine />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.more > 0 ? (
        <p className="border-t border-line px-2 py-1 text-small text-muted">
          {t('moreItems', { count: table.more })}
        </p>
      ) : null}
    </section>
  )
}

function JsonTree({ value, label }: JsonViewProps) {
  const t = useTranslations('values')
  const [open, setOpen] = useState(() => openFirst(value))
  const rows = useMemo(() => listJsonRows(value, open), [value, open])

  function toggle({ path, isOpen }: JsonRow) {
    const next = new Map(open)
    if (isOpen) next.delete(path)
    else next.set(path, jsonStep)
    setOpen(next)
  }

  function showMore({ path }: JsonRow) {
    setOpen(new Map(open).set(path, (open.get(path) ?? 0) + jsonStep))
  }

  return (
    <ul
      aria-label={label}
      className="max-h-96 w-full min-w-0 overflow-auto rounded-control bg-sunken p-2 font-mono text-small"
    >
      {rows.map(row => (
        <li
          key={`${row.kind === 'more' ? 'more' : ''}${row.path}`}
          className="flex min-h-5 items-start gap-1"
          style={{ paddingLeft: row.depth * 16 }}
        >
          {row.kind === 'more' ? (
            <button
              type="button"
              onClick={() => showMore(row)}
              className="ml-4 rounded-[4px] text-accent hover:underline"
            >
              {t('moreItems', { count: row.count })}
            </button>
          ) : (
            <TreeRow row={row} onToggle={() => toggle(row)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function TreeRow({ row, onToggle }: { readonly row: JsonRow; readonly onToggle: () => void }) {
  const t = useTranslations('values')
  const { name, kind, count, isOpen, value } = row
  const label = name === undefined ? null : <span className="text-accent">{name}</span>
  if (kind === 'value') {
    return (
      <span className="ml-4 min-w-0 break-words">
        {label}
        {label ? <span className="text-muted">: </span> : null}
        <Scalar value={value} />
      </span>
    )
  }
  const size = t(kind === 'list' ? 'listSize' : 'objectSize', { count })
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      disabled={count === 0}
      onClick={onToggle}
      className="inline-flex min-w-0 items-center gap-1 rounded-[4px] text-left hover:bg-hover"
    >
      <ChevronRight
        size={12}
        aria-hidden="true"
        className={clsx('shrink-0 text-faint', isOpen && 'rotate-90', count === 0 && 'invisible')}
      />
      {label}
      {label ? <span className="text-muted">: </span> : null}
      <span className="text-muted">{kind === 'list' ? `[${size}]` : `{${size}}`}</span>
    </button>
  )
}

const longestText = 500

/** What a tooltip shows of a text that is cut off. */
const shortenText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, longestText) : undefined

interface ScalarProps {
  readonly value: unknown
  readonly isOnOneLine?: boolean
}

function Scalar({ value, isOnOneLine = false }: ScalarProps) {
  const t = useTranslations('values')
  if (value === undefined) return null
  if (typeof value !== 'string') {
    const tone = value === null ? 'text-faint' : 'text-violet'
    return <span className={tone}>{stringifyExactJson(value)}</span>
  }
  const more = value.length - longestText
  return (
    <span className={clsx('text-success', !isOnOneLine && 'whitespace-pre-wrap')}>
      {value.slice(0, longestText)}
      {more > 0 ? (
        <span className="text-muted"> … {t('moreCharacters', { count: more })}</span>
      ) : null}
    </span>
  )
}
