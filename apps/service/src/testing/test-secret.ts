/** SERVICE_SECRET of services under test; the keys in the databases that they copy are encrypted with it. */
export const testSecret = 'a secret of tests, which is long enough'
