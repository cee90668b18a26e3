import type { Customizer } from '../../customizer.js'
import type { TypedShop } from '../../testing/typed-shop.js'

declare const customizer: Customizer<TypedShop>
declare const untyped: Customizer

customizer.removeCollection(['orders', 'tags'])
untyped.removeCollection(['anything'])

// @ts-expect-error a collection that does not exist
customizer.removeCollection(['ordres'])
