import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

const verdicts = ['bad', 'fair', 'good']

/** What customers say of products. */
export function customizeReviews(reviews: CollectionCustomizer<Schema, 'reviews'>): void {
  // #region computed-enum
  reviews
    .addField('verdict', {
      columnType: 'Enum',
      enumValues: verdicts,
      dependencies: ['rating'],
      getValues: records => records.map(({ rating }) => rateReview(rating)),
    })
    .replaceFieldSorting('verdict', [{ field: 'rating', ascending: true }])
    .replaceFieldOperator('verdict', 'Equal', value => ({
      field: 'rating',
      operator: 'In',
      value: [1, 2, 3, 4, 5].filter(rating => rateReview(rating) === value),
    }))
  // #endregion

  // #region renamed
  reviews.renameField('body', 'text')
  // #endregion

  // #region validated
  reviews
    .addFieldValidation('rating', 'GreaterThan', 0)
    .addFieldValidation('rating', 'LessThan', 6)
    .addFieldValidation('title', 'Present')
  // #endregion

  // #region hook-list
  reviews.addHook('After', 'List', ({ caller, records }) => {
    if (caller.role === 'Manager') return
    for (const { customer } of records) {
      if (customer?.email) customer.email = '(hidden)'
    }
  })
  // #endregion
}

function rateReview(rating: number): string {
  if (rating < 3) return 'bad'
  return rating === 3 ? 'fair' : 'good'
}
