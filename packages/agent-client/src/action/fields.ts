import type { ActionField } from '@service/protocol'
import { ActionFieldRefusedError } from '../errors.js'
import type { Form } from './form.js'
import { typeName } from './form-values.js'

/** The current state of a form field. */
export interface FieldState {
  getName(): string
  getLabel(): string
  /** As in payloads: `String`, `["String"]`. */
  getType(): ActionField['type']
  /** Lists as `StringList`. */
  getTypeName(): string
  getValue(): unknown
  isRequired(): boolean
  isReadOnly(): boolean
  /** The field as the agent describes it. */
  getPlainField(): ActionField
}

/** A field with one value. */
export interface ValueField<T> extends FieldState {
  fill(value: T | null): Promise<void>
}

/** A field with a list of values. */
export interface ListField<T> extends ValueField<readonly T[]> {
  add(value: T): Promise<void>
  remove(value: T): Promise<void>
}

export interface FieldOption {
  readonly label: string
  readonly value: unknown
}

/** A field whose value is one of its options. */
export interface ChoiceField extends FieldState {
  getOptions(): readonly FieldOption[]
  /** Selects an option by value or by label. */
  select(option: unknown): Promise<void>
  /** The same as `select`. */
  check(option: unknown): Promise<void>
}

export interface EnumField extends FieldState {
  getOptions(): readonly string[]
  select(option: string): Promise<void>
}

export interface DropdownField extends ChoiceField {
  /** Searches the options of a dropdown that supports it. */
  search(text: string): Promise<readonly FieldOption[]>
}

export interface CheckboxField extends FieldState {
  check(): Promise<void>
  uncheck(): Promise<void>
}

/** A field whose value is several of its options. */
export interface CheckboxGroupField extends FieldState {
  getOptions(): readonly FieldOption[]
  check(option: unknown): Promise<void>
  uncheck(option: unknown): Promise<void>
}

export interface ColorPickerField extends ValueField<string> {
  isOpacityEnable(): boolean
  getQuickPalette(): readonly string[] | null
}

/** Creates the accessors of a form, by kind of field. */
export function createFields(form: Form) {
  return { state, value, list, choice, enumeration, dropdown, checkbox, checkboxGroup, colorPicker }

  function state(name: string): FieldState {
    const field = () => form.field(name)
    return {
      getName: () => field().field,
      getLabel: () => field().label,
      getType: () => field().type,
      getTypeName: () => typeName(field()),
      getValue: () => field().value,
      isRequired: () => field().isRequired === true,
      isReadOnly: () => field().isReadOnly === true,
      getPlainField: field,
    }
  }
  function value<T>(name: string): ValueField<T> {
    return { ...state(name), fill: async given => form.set(name, given) }
  }
  function list<T>(name: string): ListField<T> {
    return {
      ...value<readonly T[]>(name),
      add: async item => form.set(name, [...readList(name), item]),
      remove: async item => form.set(name, without(readList(name), item)),
    }
  }
  function choice(name: string): ChoiceField {
    const select = async (option: unknown) => form.set(name, findOption(name, option))
    return {
      ...state(name),
      getOptions: () => listOptions(form.field(name)),
      select,
      check: select,
    }
  }
  function enumeration(name: string): EnumField {
    return {
      ...state(name),
      getOptions: () => form.field(name).enums ?? [],
      select: async option => form.set(name, findOption(name, option)),
    }
  }
  function dropdown(name: string): DropdownField {
    return {
      ...choice(name),
      search: async text => listOptions(await form.search(name, text)),
      // Search results are not among the options of the form itself.
      select: async option => form.set(name, isDynamic(name) ? option : findOption(name, option)),
    }
  }
  function checkbox(name: string): CheckboxField {
    return {
      ...state(name),
      check: () => form.set(name, true),
      uncheck: () => form.set(name, false),
    }
  }
  function checkboxGroup(name: string): CheckboxGroupField {
    return {
      ...state(name),
      getOptions: () => listOptions(form.field(name)),
      async check(option) {
        const found = findOption(name, option)
        await form.set(name, [...without(readList(name), found), found])
      },
      uncheck: async option => form.set(name, without(readList(name), findOption(name, option))),
    }
  }
  function colorPicker(name: string): ColorPickerField {
    const parameters = () => form.field(name).widgetEdit?.parameters ?? {}
    return {
      ...value<string>(name),
      isOpacityEnable: () => parameters().enableOpacity === true,
      getQuickPalette: () => (parameters().quickPalette as readonly string[] | undefined) ?? null,
    }
  }

  function isDynamic(name: string): boolean {
    return form.field(name).widgetEdit?.parameters.searchType === 'dynamic'
  }
  function readList(name: string): readonly unknown[] {
    const current = form.field(name).value
    return Array.isArray(current) ? current : []
  }
  function findOption(name: string, option: unknown): unknown {
    const options = listOptions(form.field(name))
    const found =
      options.find(each => each.value === option) ?? options.find(each => each.label === option)
    if (found) return found.value
    const known = options.map(({ label }) => label).join(', ') || 'none'
    throw new ActionFieldRefusedError(
      `${JSON.stringify(option)} is not an option of '${name}'. The options are: ${known}.`,
    )
  }
}

function listOptions({ enums, widgetEdit }: ActionField): readonly FieldOption[] {
  const { static: fixed } = (widgetEdit?.parameters ?? {}) as {
    readonly static?: { readonly options?: readonly unknown[] }
  }
  return (enums ?? fixed?.options ?? []).map(toOption)
}

function toOption(option: unknown): FieldOption {
  return typeof option === 'object' && option !== null
    ? (option as FieldOption)
    : { label: String(option), value: option }
}

function without(items: readonly unknown[], item: unknown): readonly unknown[] {
  return items.filter(each => each !== item)
}
