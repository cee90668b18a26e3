/** ES modules as they are: run jest with NODE_OPTIONS=--experimental-vm-modules. */
export default {
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/*.test.js'],
  transform: {},
}
