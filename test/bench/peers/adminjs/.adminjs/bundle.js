;(() => {
  AdminJS.UserComponents = {}
})()
