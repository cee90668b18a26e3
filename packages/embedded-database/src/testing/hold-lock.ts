import { lockFolder } from '../lock-folder.js'

/** Takes the lock of the folder in its argument, says so, and stays until it is killed. */
lockFolder(process.argv[2] ?? '').then(
  () => {
    console.log('held')
    setInterval(() => {}, 1_000)
  },
  error => console.log(error.message),
)
