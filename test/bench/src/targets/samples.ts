/** Ids and bodies that every protocol asks with. */
export const customerId = (i: number): number => 1 + ((i * 7919) % 100_000)
export const reviewId = (i: number): number => 1 + ((i * 97) % 50_000)
export const productId = 12

export const review = (i: number): Readonly<Record<string, unknown>> => ({
  rating: 1 + (i % 5),
  title: `bench ${i}`,
  body: 'blue green fast slow heavy light small large',
})

export const reviewTitle = (i: number): Readonly<Record<string, unknown>> => ({
  title: `bench ${i}`,
})
