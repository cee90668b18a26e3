import { lockFolder } from '@service/http'

/** Takes the lock of the folder in its argument, prints that, and runs until it is killed. */
lockFolder(process.argv[2] ?? '', 'take another').then(
  () => {
    console.log('held')
    setInterval(() => {}, 1_000)
  },
  error => console.log(error.message),
)
