import type { PanelAction, PanelCollection, PanelField, PanelSchema } from '@service/protocol'

const operatorsByType: Readonly<Record<string, string>> = {
  String:
    'equal not_equal in not_in present blank missing contains i_contains starts_with longer_than',
  Number: 'equal not_equal in not_in present blank greater_than less_than',
  Date: 'equal present blank before after today previous_x_days previous_month',
  Dateonly: 'equal present blank before after today previous_x_days',
  Enum: 'equal not_equal in not_in present blank',
  Boolean: 'equal not_equal present blank',
  Json: 'present blank equal',
  Uuid: 'equal in',
}

/** A column for tests. */
export function column(
  name: string,
  type: PanelField['type'] = 'String',
  rest: Partial<PanelField> = {},
): PanelField {
  const operators = Array.isArray(type)
    ? 'equal includes_all includes_none present'
    : (operatorsByType[String(type)] ?? '')
  return {
    defaultValue: null,
    enums: null,
    field: name,
    integration: null,
    inverseOf: null,
    isFilterable: true,
    isPrimaryKey: false,
    isReadOnly: false,
    isRequired: false,
    isSortable: true,
    isVirtual: false,
    reference: null,
    type,
    validations: [],
    operators: operators.split(' ').filter(operator => operator !== ''),
    isGroupable: true,
    isWritable: true,
    ...rest,
  }
}

/** A primary key for tests. */
export const key = (name = 'id', type = 'Number'): PanelField =>
  column(name, type, { isPrimaryKey: true, isWritable: false, isReadOnly: true })

/** A relation for tests. */
export function relation(
  name: string,
  reference: string | null,
  relationship: PanelField['relationship'] = 'BelongsTo',
): PanelField {
  return column(name, 'Number', { reference, relationship, operators: [] })
}

/** A collection for tests. */
export function collection(
  name: string,
  fields: readonly PanelField[],
  rest: Partial<PanelCollection> = {},
): PanelCollection {
  return {
    name,
    dataSource: 'main',
    rights: { browse: true, read: true, add: true, edit: true, delete: true, export: true },
    isCountable: true,
    isSearchable: true,
    fields,
    actions: [],
    segments: [],
    charts: [],
    ...rest,
  }
}

/** An action for tests. */
function action(name: string, rest: Partial<PanelAction> = {}): PanelAction {
  return {
    id: `orders-0-${name}`,
    name,
    type: 'single',
    baseUrl: null,
    endpoint: `/service/_actions/orders/0/${name}`,
    httpMethod: 'POST',
    redirect: null,
    download: false,
    fields: [],
    hooks: { load: false, change: ['changeHook'] },
    mayTrigger: true,
    needsApproval: 'never',
    mayApprove: false,
    ...rest,
  }
}

/** A schema for tests. */
export function schema(...collections: readonly PanelCollection[]): PanelSchema {
  return {
    tag: 'tag',
    collections,
    charts: [],
    canUseAuditTrail: false,
    aiNames: [],
    nativeQueryConnections: [],
    rights: 'enforced',
  }
}

/** A small shop: orders of customers, who live in countries. */
export const shop: PanelSchema = schema(
  collection('countries', [key(), column('name')]),
  collection('customers', [
    column('city'),
    relation('country', 'countries.id'),
    column('full_name'),
    key(),
    relation('orders', 'orders.id', 'HasMany'),
    column('password_hash'),
  ]),
  collection(
    'orders',
    [
      column('currency'),
      relation('customer', 'customers.id'),
      key(),
      column('note'),
      column('ordered_at', 'Date'),
      column('reference', 'String', { isRequired: true }),
      column('shipped_at', 'Date'),
      column('status', 'Enum', { enums: ['cancelled', 'paid', 'shipped'] }),
      column('tags', ['String']),
      column('total', 'Number'),
    ],
    {
      segments: [
        { id: 'orders.To ship', name: 'To ship' },
        { id: 'orders.Large', name: 'Large' },
      ],
      actions: [action('Refund'), action('Ship', { type: 'bulk' })],
    },
  ),
)
