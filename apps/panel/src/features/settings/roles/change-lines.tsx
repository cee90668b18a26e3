import { useTranslations } from 'use-intl'
import type { CellValue, RightsCell } from '../../../core/rights/rights-cells.js'
import type { RightsChange } from '../../../core/rights/rights-difference.js'
import {
  type ActionConditionName,
  type ActionFlagName,
  type DefaultName,
  type RightsDocument,
  readActionRights,
  readCollectionRights,
  readFieldRights,
} from '../../../core/rights/rights-document.js'
import { ConditionText } from './condition-text.js'
import type { RightsSubject } from './rights-subject.js'

interface ChangeLinesProps {
  readonly changes: readonly RightsChange[]
  /** The documents before and after: they say what holds where a cell does not exist. */
  readonly before: RightsDocument
  readonly after: RightsDocument
  readonly subject: RightsSubject
}

/** Changes of one role, by collection: each cell before and after. */
export function ChangeLines({ changes, before, after, subject }: ChangeLinesProps) {
  const t = useTranslations('roles')
  return [...groupByCollection(changes)].map(([collection, own]) => (
    <section key={collection ?? ''} className="mb-3">
      <h4 className="font-medium wrap-anywhere">{collection ?? t('default')}</h4>
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{collection ?? t('default')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {own.map(({ cell, ...change }) => (
            <tr key={JSON.stringify(cell)} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pr-2 text-left font-normal wrap-anywhere">
                <CellName cell={cell} />
              </th>
              <td className="w-1/4 py-1 pr-2 text-muted wrap-anywhere">
                <Value cell={cell} value={change.before} document={before} subject={subject} />
              </td>
              <td className="w-1/4 py-1 wrap-anywhere">
                <span aria-hidden="true">→ </span>
                <Value cell={cell} value={change.after} document={after} subject={subject} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ))
}

function groupByCollection(changes: readonly RightsChange[]) {
  const groups = new Map<string | undefined, RightsChange[]>()
  for (const change of changes) {
    const collection = change.cell.kind === 'default' ? undefined : change.cell.collection
    const group = groups.get(collection) ?? []
    group.push(change)
    groups.set(collection, group)
  }
  return groups
}

/** What a cell is about: `Edit`, `total › Read`, `Refund › May run it`. */
export function CellName({ cell }: { readonly cell: RightsCell }) {
  const t = useTranslations('roles')
  switch (cell.kind) {
    case 'default':
      return cell.name === 'trigger'
        ? t('runAll')
        : t(`right.${cell.name as Exclude<DefaultName, 'trigger'>}`)
    case 'collection':
      return t(`right.${cell.name as Exclude<DefaultName, 'trigger'>}`)
    case 'field':
      return `${cell.field} › ${t(`right.${cell.name as 'read' | 'edit'}`)}`
    case 'action':
      return `${cell.action} › ${t(`actionRight.${cell.name as ActionFlagName | ActionConditionName}`)}`
  }
}

interface ValueProps {
  readonly cell: RightsCell
  readonly value: CellValue | undefined
  readonly document: RightsDocument
  readonly subject: RightsSubject
}

function Value({ cell, value, document, subject }: ValueProps) {
  const t = useTranslations('roles')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (value !== undefined) {
    return cell.kind === 'action' ? (
      <ConditionText
        subject={subject}
        collection={cell.collection}
        action={cell.action}
        condition={value}
      />
    ) : null
  }
  const inherited = readInherited(document, cell)
  if (inherited === undefined) return t('always')
  return t('inherited', { value: t(inherited ? 'yes' : 'no') })
}

/** What holds where a cell does not exist; undefined for conditions. */
function readInherited(document: RightsDocument, cell: RightsCell): boolean | undefined {
  switch (cell.kind) {
    case 'default':
      return false
    case 'collection':
      return readCollectionRights(document, cell.collection).rights[cell.name as 'read'] === true
    case 'field':
      return readFieldRights(document, cell.collection, cell.field)[cell.name as 'read'] === true
    case 'action': {
      if (cell.name.endsWith('Condition')) return undefined
      const own = readActionRights(document, cell.collection, cell.action)
      return own[cell.name as ActionFlagName] === true
    }
  }
}
