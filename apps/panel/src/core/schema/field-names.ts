import type { PanelCollection, PanelField } from '@service/protocol'
import { isSecretField } from './is-secret-field.js'
import { normaliseName } from './split-words.js'

/** Words in the names of texts that are too long for a list. */
const longText =
  /(?:^|_)(?:description|body|content|contents|notes?|comments?|text|html|markdown|bio|biography|summary|message|details|remarks?|address|excerpt|terms|instructions|log|payload|metadata)(?:_|$)/

/** Words in the names of texts that are addresses of something. */
const reference =
  /(?:^|_)(?:url|uri|link|website|avatar|image|photo|picture|logo|thumbnail|file|path|ip)(?:_|$)/

const moneyName =
  /(?:^|_)(?:price|amount|total|subtotal|cost|fee|balance|revenue|salary|budget|tax|vat|discount|refund|refunded|paid|spent|turnover|credit|debit|value)(?:_|$)/

/** Endings of names that are no amounts: `tax_rate`, `total_count`. */
const countName = /_(?:rate|ratio|percent|percentage|pct|count|quantity|qty|number|id|units|days)$/

const statusName =
  /(?:^|_)(?:status|state|stage|type|kind|role|plan|tier|priority|severity|level|phase|outcome|result|category)$/

/** Texts longer than this are shown as paragraphs. */
const longestLine = 300

export const isColumn = (field: PanelField): boolean => field.relationship === undefined

export const isToOne = ({ relationship }: PanelField): boolean =>
  relationship === 'BelongsTo' || relationship === 'HasOne'

export const isToMany = (field: PanelField): boolean => !isColumn(field) && !isToOne(field)

export const isDate = ({ type }: PanelField): boolean => type === 'Date' || type === 'Dateonly'

/** Whether a field holds bytes: agents describe them as texts with a rule for data URIs. */
export function isBytes({ type, validations }: PanelField): boolean {
  const isDataUri = (rule: unknown) => typeof rule === 'string' && rule.startsWith('/^data:')
  if (type === 'String') return validations.some(each => isDataUri(each.value))
  return type === 'Binary'
}

export function isLongText(field: PanelField): boolean {
  if (field.type !== 'String') return false
  const limit = field.validations.find(({ type }) => type === 'is shorter than')?.value
  if (typeof limit === 'number') return limit > longestLine
  return longText.test(normaliseName(field.field))
}

/** Whether a text fits on a line and says something to people. */
export function isShortText(field: PanelField): boolean {
  return (
    isColumn(field) &&
    field.type === 'String' &&
    !isLongText(field) &&
    !isBytes(field) &&
    !reference.test(normaliseName(field.field)) &&
    !isSecretField(field.field)
  )
}

export function isMoney(field: PanelField): boolean {
  if (!isColumn(field) || field.type !== 'Number' || field.isPrimaryKey) return false
  const name = normaliseName(field.field)
  return (moneyName.test(name) && !countName.test(name)) || isInCents(field)
}

export const isInCents = (field: PanelField): boolean =>
  /(?:^|_)cents$/.test(normaliseName(field.field))

export function isStatus(field: PanelField): boolean {
  if (!isColumn(field) || field.isPrimaryKey) return false
  if (field.type === 'Enum') return true
  return field.type === 'String' && statusName.test(normaliseName(field.field))
}

/** The column that holds the currency of the amounts of a record. */
export function findCurrencyField(collection: PanelCollection): PanelField | undefined {
  return collection.fields.find(
    field => isColumn(field) && /(?:^|_)currency(?:_code)?$/.test(normaliseName(field.field)),
  )
}
