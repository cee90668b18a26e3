import type { FormFieldType, FormFieldValues } from './form-elements.js'

/** Values of a form whose fields are not known to the compiler. */
export type AnyValues = Readonly<Record<string, unknown>>

/** The values of a form with these elements: one per field, null when it is empty. */
export type ValuesOf<E> = ValuesIn<FieldIn<E>>

type ValuesIn<X> = [X] extends [never]
  ? AnyValues
  : string extends IdOf<X>
    ? AnyValues
    : { readonly [Field in X as IdOf<Field>]: ValueIn<Field> }

/** The fields of an element: itself, or those it contains. */
type FieldIn<E> = E extends { readonly elements: readonly (infer Inner)[] }
  ? FieldIn<Inner>
  : E extends { readonly fields: readonly (infer Inner)[] }
    ? FieldIn<Inner>
    : E extends { readonly type: FormFieldType }
      ? E
      : never

type IdOf<X> = X extends { readonly id: infer Id extends string }
  ? Id
  : X extends { readonly label: infer Label extends string }
    ? Label
    : never

type ValueIn<X> = X extends { readonly isRequired: true } ? TypedValue<X> : TypedValue<X> | null

type TypedValue<X> = X extends {
  readonly type: 'Enum'
  readonly enumValues: readonly (infer Value)[]
}
  ? Value
  : X extends { readonly type: 'EnumList'; readonly enumValues: readonly (infer Value)[] }
    ? readonly Value[]
    : X extends { readonly type: infer T extends FormFieldType }
      ? FormFieldValues[T]
      : never
