import fc from 'fast-check'
import {
  changeActionRights,
  followDefault,
  giveOwnRights,
  setCollectionRight,
  setDefaultRight,
  setFieldRights,
} from '../rights/edit-rights.js'
import { buildDocument, listCells } from '../rights/rights-cells.js'
import {
  actionFlagNames,
  defaultNames,
  type RightsDocument,
  rightNames,
} from '../rights/rights-document.js'

/** Names that are hard to keep apart from what objects have anyway. */
export const collectionNames: readonly string[] = ['orders', 'customers', '__proto__', 'a/b', '7']
export const fieldNames: readonly string[] = ['total', 'note', 'constructor']
export const actionNames: readonly string[] = ['Refund', 'Ship', '1']

const text = fc.string().filter(each => !each.includes('{{'))
const operands = fc.oneof(
  fc.record({
    operator: fc.constant('equal'),
    value: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
  }),
  fc.record({ operator: fc.constant('in'), value: fc.array(fc.integer(), { maxLength: 3 }) }),
  fc.record({ operator: fc.constant('present') }),
)
const leaf = fc
  .tuple(
    fc.record(
      {
        field: fc.constantFrom(...fieldNames),
        source: fc.constantFrom('data' as const, 'input' as const),
      },
      { requiredKeys: ['field'] },
    ),
    operands,
  )
  .map(([named, compared]) => ({ ...named, ...compared }))
const condition = fc.oneof(
  leaf,
  fc.record({
    aggregator: fc.constantFrom('and' as const, 'or' as const),
    conditions: fc.array(leaf, { minLength: 1, maxLength: 3 }),
  }),
)
const flags = <N extends string>(names: readonly N[]) =>
  fc.record(Object.fromEntries(names.map(name => [name, fc.boolean()]))) as fc.Arbitrary<
    Record<N, boolean>
  >
const dictionary = <T>(names: readonly string[], value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name })
    .map(entries => Object.fromEntries(entries))
const actionRights = fc
  .tuple(
    flags(actionFlagNames),
    fc.record(
      {
        triggerCondition: condition,
        requireApprovalCondition: condition,
        approveCondition: condition,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([own, conditions]) => ({ ...own, ...conditions }))
const collectionRights = fc
  .tuple(
    flags(rightNames),
    fc.record(
      {
        fields: dictionary(fieldNames, flags(['read', 'edit'])),
        actions: dictionary(actionNames, actionRights),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([own, parts]) => ({ ...own, ...parts }))
/** Rights of a role that the service accepts. */
export const documents: fc.Arbitrary<RightsDocument> = fc.record({
  defaults: fc
    .tuple(flags(rightNames), fc.record({ trigger: fc.boolean() }, { requiredKeys: [] }))
    .map(([own, more]) => ({ ...own, ...more })),
  collections: dictionary(collectionNames, collectionRights),
}) as fc.Arbitrary<RightsDocument>

export type Edit = (document: RightsDocument) => RightsDocument
export const edited: fc.Arbitrary<{ readonly name: string; readonly actions: readonly string[] }> =
  fc.constantFrom(...collectionNames).map(name => ({ name, actions: actionNames }))
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...defaultNames), fc.boolean()).map(
    ([name, is]): Edit =>
      document =>
        setDefaultRight(document, name, is),
  ),
  fc.tuple(edited, fc.constantFrom(...rightNames), fc.boolean()).map(
    ([one, name, is]): Edit =>
      document =>
        setCollectionRight(document, one, name, is),
  ),
  edited.map(
    (one): Edit =>
      document =>
        giveOwnRights(document, one),
  ),
  edited.map(
    ({ name }): Edit =>
      document =>
        followDefault(document, name),
  ),
  fc.tuple(edited, fc.constantFrom(...fieldNames), fc.option(flags(['read', 'edit']))).map(
    ([one, field, rights]): Edit =>
      document =>
        setFieldRights(document, one, field, rights ?? undefined),
  ),
  fc
    .tuple(
      edited,
      fc.constantFrom(...actionNames),
      fc.record(
        {
          trigger: fc.boolean(),
          approve: fc.boolean(),
          triggerCondition: fc.option(condition, { nil: undefined }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(
      ([one, action, change]): Edit =>
        document =>
          changeActionRights(document, one, action, change),
    ),
)
/** What somebody clicks in the matrix and the drawer. */
export const manyEdits: fc.Arbitrary<readonly Edit[]> = fc.array(edits, { maxLength: 8 })
export const makeEdits = (document: RightsDocument, all: readonly Edit[]): RightsDocument =>
  all.reduce((current, edit) => edit(current), document)
/** Documents that mean the same are equal then. */
export const tidy = (document: RightsDocument): RightsDocument => buildDocument(listCells(document))
