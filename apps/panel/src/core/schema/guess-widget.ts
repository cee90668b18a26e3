import type { LayoutWidget, PanelCollection, PanelField } from '@service/protocol'
import {
  findCurrencyField,
  isBytes,
  isInCents,
  isLongText,
  isMoney,
  isStatus,
  isToMany,
  isToOne,
} from './field-names.js'
import { canShow, chooseFallback } from './fits-widget.js'
import { isSecretField } from './is-secret-field.js'
import { normaliseName } from './split-words.js'

/** The widgets of a field by its type, when neither its name nor its values say more. */
const byType: Readonly<Record<string, { readonly show: string; readonly edit: string }>> = {
  Binary: { show: 'binary', edit: 'binary' },
  Boolean: { show: 'boolean', edit: 'checkbox' },
  Date: { show: 'date', edit: 'date' },
  Dateonly: { show: 'day', edit: 'day' },
  Enum: { show: 'badge', edit: 'select' },
  File: { show: 'file', edit: 'file' },
  Json: { show: 'json', edit: 'json' },
  Number: { show: 'number', edit: 'number' },
  Point: { show: 'point', edit: 'point' },
  String: { show: 'text', edit: 'text' },
  Time: { show: 'time', edit: 'time' },
  Timeonly: { show: 'time', edit: 'time' },
  Uuid: { show: 'uuid', edit: 'text' },
}

interface NameRule {
  readonly type: string
  readonly name: RegExp
  readonly show: string
  readonly edit?: string
}

/** What names say about values, the first that fits. */
const byName: readonly NameRule[] = [
  { type: 'String', name: /(?:^|_)e?mail(?:_address)?$/, show: 'email' },
  { type: 'String', name: /(?:^|_)(?:phone|mobile|fax)(?:_number)?$/, show: 'phone' },
  {
    type: 'String',
    name: /(?:^|_)(?:avatar|image|photo|picture|logo|thumbnail)(?:_url|_uri)?$/,
    show: 'image',
  },
  { type: 'String', name: /(?:^|_)(?:url|uri|website|link|homepage)$/, show: 'link' },
  { type: 'String', name: /(?:^|_)colou?r$/, show: 'colour', edit: 'colour' },
  { type: 'String', name: /(?:^|_)country(?:_code)?$/, show: 'country' },
  { type: 'String', name: /(?:^|_)(?:html|rich_text)$/, show: 'rich-text', edit: 'rich-text' },
  {
    type: 'String',
    name: /(?:^|_)(?:sql|code_snippet|source_code|xml)$/,
    show: 'code',
    edit: 'code',
  },
  {
    type: 'Number',
    name: /(?:^|_)(?:percent|percentage|pct|ratio|rate)$/,
    show: 'percentage',
  },
  { type: 'Number', name: /(?:^|_)(?:progress|completion)$/, show: 'progress' },
  { type: 'Number', name: /(?:^|_)(?:rating|stars)$/, show: 'rating', edit: 'rating' },
  { type: 'Number', name: /(?:^|_)duration(?:_seconds|_secs|_s|_ms)?$/, show: 'duration' },
  { type: 'Number', name: /(?:^|_)(?:file_)?size(?:_bytes)?$|_bytes$/, show: 'size' },
]

/**
 * Guesses how a field is shown, by its type and name.
 *
 * @example
 * guessShowWidget(email, customers) // { name: 'email' }
 */
export function guessShowWidget(field: PanelField, collection: PanelCollection): LayoutWidget {
  if (isToOne(field)) return { name: 'to-one' }
  if (isToMany(field)) return { name: 'to-many' }
  if (isBytes(field)) return { name: 'binary' }
  if (isSecretField(field.field)) return { name: 'masked' }
  const money = guessMoney(field, collection)
  if (money) return money
  const rule = findNameRule(field)
  if (rule) return { name: rule.show, ...describeUnit(rule.show, field) }
  if (isStatus(field)) return { name: 'badge' }
  if (isLongText(field)) return { name: 'long-text' }
  if (typeof field.type !== 'string')
    return { name: isEnumList(field) ? 'badges' : listOrJson(field) }
  return { name: byType[field.type]?.show ?? 'json' }
}

/**
 * Guesses how a field is edited, by its type and name.
 *
 * @example
 * guessEditWidget(status, orders) // { name: 'radio' }
 */
export function guessEditWidget(field: PanelField, collection: PanelCollection): LayoutWidget {
  if (isToOne(field)) return { name: 'to-one' }
  if (isToMany(field)) return { name: 'to-many' }
  if (isBytes(field)) return { name: 'binary' }
  if (isSecretField(field.field) && field.type === 'String') return { name: 'masked' }
  const money = guessMoney(field, collection)
  if (money) return money
  const edit = findNameRule(field)?.edit
  if (edit) return { name: edit }
  if (isLongText(field)) return { name: 'text-area' }
  if (field.type === 'Enum') return { name: isFew(field.enums) ? 'radio' : 'select' }
  if (field.type === 'Boolean') return { name: field.isRequired ? 'checkbox' : 'three-state' }
  if (typeof field.type !== 'string') {
    return { name: isEnumList(field) ? 'multi-select' : listOrJson(field) }
  }
  return { name: byType[field.type]?.edit ?? 'json' }
}

const mostRadios = 7
const isFew = (values: readonly string[] | null): boolean =>
  values !== null && values.length <= mostRadios

const isEnumList = ({ type }: PanelField): boolean => Array.isArray(type) && type[0] === 'Enum'

function listOrJson({ type }: PanelField): string {
  const isListOfValues = Array.isArray(type) && typeof type[0] === 'string' && type[0] !== 'Json'
  return isListOfValues ? 'list' : 'json'
}

/** An amount is shown as money when the record says its currency. */
function guessMoney(field: PanelField, collection: PanelCollection): LayoutWidget | undefined {
  const currency = isMoney(field) ? findCurrencyField(collection) : undefined
  if (!currency) return undefined
  const base = isInCents(field) ? 'Cents' : 'Unit'
  return { name: 'money', parameters: { currencyField: currency.field, base } }
}

function findNameRule(field: PanelField): NameRule | undefined {
  const name = normaliseName(field.field)
  return byName.find(rule => rule.type === field.type && rule.name.test(name))
}

function describeUnit(widget: string, field: PanelField): { parameters?: Record<string, unknown> } {
  const name = normaliseName(field.field)
  if (widget === 'percentage') return { parameters: { isFraction: /ratio|rate/.test(name) } }
  if (widget === 'duration') return { parameters: { unit: /_ms$/.test(name) ? 'ms' : 's' } }
  return {}
}

interface ValueRule {
  readonly show: string
  readonly value: RegExp
}

/** What a text says about itself, the first that fits. */
const byValue: readonly ValueRule[] = [
  { show: 'email', value: /^[^\s@<>()]+@[^\s@<>()]+\.[\p{L}\d-]{2,}$/u },
  { show: 'link', value: /^https?:\/\/[^\s"<>]+$/i },
  { show: 'phone', value: /^\+\d[\d\s().-]{6,18}\d$/ },
  { show: 'colour', value: /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i },
  { show: 'uuid', value: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i },
  {
    show: 'duration',
    value:
      /^P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
  },
  { show: 'point', value: /^-?\d{1,2}\.\d{3,},\s?-?\d{1,3}\.\d{3,}$/ },
]

function isImageAddress(address: string): boolean {
  const [path = ''] = address.split('?', 1)
  return /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(path)
}

/** Longer texts are none of these. */
const longestRecognised = 2_000

/**
 * Chooses the widget for one value: a plain text that looks like an address, a phone number, a
 * colour, … is shown as that, and a value that its widget does not expect as text or JSON.
 *
 * @example
 * chooseWidgetForValue({ name: 'text' }, 'ada@example.com') // { name: 'email' }
 * chooseWidgetForValue({ name: 'colour' }, { red: 1 }) // { name: 'json' }
 */
export function chooseWidgetForValue(widget: LayoutWidget, value: unknown): LayoutWidget {
  if (!canShow(widget.name, value)) return { name: chooseFallback(value) }
  if (widget.name !== 'text' || typeof value !== 'string') return widget
  if (isDataUri(value)) return { name: 'file' }
  if (value.length > longestRecognised) return widget
  const rule = byValue.find(each => each.value.test(value))
  if (rule?.show === 'link' && isImageAddress(value)) return { name: 'image' }
  return rule ? { name: rule.show } : widget
}

const isDataUri = (text: string): boolean =>
  text.startsWith('data:') && text.slice(0, 1_000).includes(';base64,')
