/** A file received from a form, or set by it. */
export interface FormFile {
  readonly mimeType: string
  readonly buffer: Buffer
  readonly name: string
  readonly charset?: string
}

/** The value type of each type of form field. */
export interface FormFieldValues {
  Boolean: boolean
  /** The primary key of a record, in the order of its columns. */
  Collection: readonly (string | number)[]
  Date: string
  Dateonly: string
  Enum: string
  EnumList: readonly string[]
  File: FormFile
  FileList: readonly FormFile[]
  Json: unknown
  Number: number
  NumberList: readonly number[]
  String: string
  StringList: readonly string[]
  Time: string
}

export type FormFieldType = keyof FormFieldValues

/** A value, or a function that computes it for the current form. */
type Dynamic<C, V> = V | ((context: C) => V | Promise<V>)

/** An option: a value, or a value with a label. */
type FormOption<V> = V | { readonly label: string; readonly value: V }

/**
 * Options, or a function that returns them; `searchValue` is the text typed in a `dynamic` search.
 */
type FormOptions<C, V> =
  | readonly FormOption<V>[]
  | ((
      context: C,
      searchValue: string,
    ) => readonly FormOption<V>[] | Promise<readonly FormOption<V>[]>)

interface Condition<C> {
  /** Shows the element only when this returns true. */
  readonly if?: (context: C) => boolean | Promise<boolean>
}

interface FieldBase<C, T extends FormFieldType> extends Condition<C> {
  readonly type: T
  readonly label: string
  /** Key of the value in `formValues`. Default: the label. */
  readonly id?: string
  readonly description?: Dynamic<C, string>
  readonly isRequired?: Dynamic<C, boolean>
  readonly isReadOnly?: Dynamic<C, boolean>
  /** The value until a person changes it. */
  readonly defaultValue?: Dynamic<C, FormFieldValues[T] | null | undefined>
  /** The value shown, even if a person entered another one. */
  readonly value?: Dynamic<C, FormFieldValues[T] | null | undefined>
}

interface WithoutWidget {
  readonly widget?: undefined
  readonly options?: undefined
  readonly search?: undefined
}

interface Plain extends WithoutWidget {
  readonly placeholder?: undefined
}

interface Placeholder<C> {
  readonly placeholder?: Dynamic<C, string>
}

/** A text-like field without a widget. */
interface Input<C> extends WithoutWidget, Placeholder<C> {}

interface Dropdown<C, V> extends Placeholder<C> {
  readonly widget?: 'Dropdown'
  readonly options: FormOptions<C, V>
  /**
   * `static` filters the options in the browser, `dynamic` calls `options` again. Default:
   * `disabled`.
   */
  readonly search?: 'static' | 'dynamic' | 'disabled'
}

interface Choices<C, W extends 'RadioGroup' | 'CheckboxGroup', V> {
  readonly widget: W
  readonly options: FormOptions<C, V>
}

interface Simple<W> {
  readonly widget: W
}

interface Written<C, W> extends Placeholder<C> {
  readonly widget: W
}

interface TextArea<C> extends Written<C, 'TextArea'> {
  readonly rows?: Dynamic<C, number>
}

interface Bounds<C> {
  readonly min?: Dynamic<C, number>
  readonly max?: Dynamic<C, number>
  readonly step?: Dynamic<C, number>
}

interface InputList<C> {
  readonly allowDuplicates?: Dynamic<C, boolean>
  readonly enableReorder?: Dynamic<C, boolean>
}

interface TextInputList<C> extends Written<C, 'TextInputList'>, InputList<C> {
  readonly allowEmptyValues?: Dynamic<C, boolean>
}

interface NumberInputList<C> extends Written<C, 'NumberInputList'>, InputList<C>, Bounds<C> {}

interface NumberInput<C> extends Written<C, 'NumberInput'>, Bounds<C> {}

interface CurrencyInput<C> extends Written<C, 'CurrencyInput'>, Bounds<C> {
  /** ISO 4217: three letters. */
  readonly currency: Dynamic<C, string>
  readonly base?: Dynamic<C, 'Unit' | 'Cents'>
}

interface ColorPicker<C> extends Written<C, 'ColorPicker'> {
  readonly enableOpacity?: Dynamic<C, boolean>
  readonly quickPalette?: Dynamic<C, readonly string[]>
}

interface DatePicker<C> extends Written<C, 'DatePicker'> {
  readonly format?: Dynamic<C, string>
  readonly min?: Dynamic<C, Date | string>
  readonly max?: Dynamic<C, Date | string>
}

interface FilePicker<C> extends Simple<'FilePicker'> {
  readonly extensions?: Dynamic<C, readonly string[]>
  readonly maxSizeMb?: Dynamic<C, number>
  readonly maxCount?: Dynamic<C, number>
}

interface EnumValues<C> {
  readonly enumValues: Dynamic<C, readonly string[]>
}

/** The properties that only fields of each type have. */
interface FieldOptions<C> {
  Boolean: Plain | Simple<'Checkbox'>
  Collection: Plain & { readonly collectionName: Dynamic<C, string> }
  Date: Input<C> | DatePicker<C> | Dropdown<C, string> | Choices<C, 'RadioGroup', string>
  Dateonly: Input<C> | DatePicker<C> | Dropdown<C, string> | Choices<C, 'RadioGroup', string>
  Enum: Plain & EnumValues<C>
  EnumList: Plain & EnumValues<C>
  File: Plain | FilePicker<C>
  FileList: Plain | FilePicker<C>
  Json: Plain | Simple<'JsonEditor'>
  Number:
    | Input<C>
    | NumberInput<C>
    | CurrencyInput<C>
    | Dropdown<C, number>
    | Choices<C, 'RadioGroup', number>
  NumberList:
    | Input<C>
    | NumberInputList<C>
    | Dropdown<C, number>
    | Choices<C, 'CheckboxGroup', number>
  String:
    | Input<C>
    | Written<C, 'TextInput' | 'RichText' | 'UserDropdown' | 'AddressAutocomplete'>
    | TextArea<C>
    | ColorPicker<C>
    | DatePicker<C>
    | Dropdown<C, string>
    | Choices<C, 'RadioGroup', string>
  StringList:
    | Input<C>
    | TextInputList<C>
    | Written<C, 'UserDropdown'>
    | Dropdown<C, string>
    | Choices<C, 'CheckboxGroup', string>
  Time: Plain | Simple<'TimePicker'>
}

/** A field of a form. */
export type FormField<C> = {
  [T in FormFieldType]: FieldBase<C, T> & FieldOptions<C>[T]
}[FormFieldType]

interface Layout<C> extends Condition<C> {
  readonly type: 'Layout'
}

interface Separator<C> extends Layout<C> {
  readonly component: 'Separator'
}

interface HtmlBlock<C> extends Layout<C> {
  readonly component: 'HtmlBlock'
  readonly content: Dynamic<C, string>
}

interface Row<C> extends Layout<C> {
  readonly component: 'Row'
  readonly fields: readonly FormField<C>[]
}

interface Page<C> extends Layout<C> {
  readonly component: 'Page'
  readonly elements: readonly (FormField<C> | Separator<C> | HtmlBlock<C> | Row<C>)[]
  readonly nextButtonLabel?: Dynamic<C, string>
  readonly previousButtonLabel?: Dynamic<C, string>
}

/** A field, or a layout element: page, row, separator or HTML block. */
export type FormElement<C> = FormField<C> | Separator<C> | HtmlBlock<C> | Row<C> | Page<C>

/** Creates the elements of a form. */
export type MakeForm<C> = (
  context: C,
) => readonly FormElement<C>[] | Promise<readonly FormElement<C>[]>
