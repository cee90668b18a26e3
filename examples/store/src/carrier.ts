/** A parcel as the carrier describes it. */
export interface Parcel {
  readonly code: string
  readonly state: string
  readonly seen_at: string
}

/** Asks the carrier where the parcels of an order are. This one answers at once and always the same. */
export async function trackParcels(reference: string, shippedAt: string): Promise<Parcel[]> {
  return [{ code: `PX-${reference}`, state: 'Handed over', seen_at: shippedAt }]
}
