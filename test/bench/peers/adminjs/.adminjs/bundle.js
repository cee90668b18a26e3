(function(){"use strict";AdminJS.UserComponents={}})();
