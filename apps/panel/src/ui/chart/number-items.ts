/** Things without a name of their own, each with its place: what React tells them apart by. */
export const numberItems = <T>(
  items: readonly T[],
): readonly { readonly item: T; readonly at: number }[] => items.map((item, at) => ({ item, at }))
