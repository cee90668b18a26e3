import { orders, untyped } from '../../testing/typed-shop.js'

orders.addFieldValidation('total', 'GreaterThan', 0).addFieldValidation('note', 'Present')
untyped.addFieldValidation('anything', 'LongerThan', 3)

// @ts-expect-error a column that does not exist
orders.addFieldValidation('totl', 'Present')
// @ts-expect-error a relation holds no value
orders.addFieldValidation('customer', 'Present')
// @ts-expect-error an operator that does not exist
orders.addFieldValidation('total', 'BiggerThan', 0)
