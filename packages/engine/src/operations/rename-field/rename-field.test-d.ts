import { orders, untyped } from '../../testing/typed-shop.js'

orders.renameField('total', 'amount').renameField('customer', 'buyer').removeField('total')
untyped.renameField('any', 'thing')

// @ts-expect-error a field that does not exist
orders.renameField('totl', 'amount')
// @ts-expect-error code keeps the name it had
orders.renameField('total', 'amount').removeField('amount')
