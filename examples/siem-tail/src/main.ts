console.log('tail')
