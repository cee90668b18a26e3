let isLeaving = false

/** Says that the person is signing out in this tab: the end of the session is no surprise. */
export function setSigningOut(isSigningOut: boolean): void {
  isLeaving = isSigningOut
}

export const isSigningOut = (): boolean => isLeaving
