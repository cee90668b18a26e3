/** Seconds within which a code must be exchanged. */
export const codeSeconds = 60

/** Seconds an access token of a grant is valid. */
export const accessTokenSeconds = 3_600

/** Seconds a refresh token is valid; each refresh returns another one. */
export const refreshTokenSeconds = 691_200

/** Seconds within which a client may repeat a refresh whose response it did not receive. */
export const refreshRetrySeconds = 60

/** How often it may. */
export const maxRefreshRetries = 10
