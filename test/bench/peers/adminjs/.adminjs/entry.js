AdminJS.UserComponents = {}
